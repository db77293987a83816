// Lists the third-party code in the package: the bill of materials in CycloneDX's form, and the
// texts of the licences.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  dependencies,
  installedFolder,
  packageName,
  readJson,
  root,
  version,
} from "./contents.mjs";

/**
 * Matches the folder of the package that a source belongs to: the part up to the name after the
 * last `node_modules/`.
 */
const packageFolder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

const licenceNames = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

function partAt(folder, isBundled) {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile() && licenceNames.test(file.name))
    .map(({ name }) => readFileSync(join(folder, name), "utf8").trim());
  const { name, license, homepage } = manifest;
  return { name, version: manifest.version, license, homepage, texts, isBundled };
}

/**
 * @param {string[]} inputs names of the sources in the package.
 * @param {string[]} compiledIn packages whose compiled code it contains.
 * @returns the parts, by name: those inside, and the packages that are installed beside it.
 */
export function partsOf(inputs, compiledIn) {
  const bundled = new Set(
    inputs.flatMap((name) => packageFolder.exec(name)?.[1] ?? []).map((name) => join(root, name)),
  );
  for (const name of compiledIn) bundled.add(installedFolder(name));
  const parts = [
    ...[...bundled].map((folder) => partAt(folder, true)),
    ...dependencies.map((name) => partAt(installedFolder(name), false)),
  ];
  const idOf = (part) => `${part.name}@${part.version} ${part.isBundled}`;
  const unique = new Map(parts.map((part) => [idOf(part), part]));
  return [...unique.keys()].sort().map((id) => unique.get(id));
}

const purlOf = (name, number) => `pkg:npm/${name.replace("@", "%40")}@${number}`;

/** Returns a licence in CycloneDX's form: an SPDX identifier, or an expression of several. */
function licencesOf(license) {
  if (license === undefined) return {};
  const isExpression = /[\s()]/.test(license);
  return { licenses: [isExpression ? { expression: license } : { license: { id: license } }] };
}

function component({ name, version: number, license, homepage, isBundled }) {
  const [, group, plain] = /^(?:(@[^/]+)\/)?(.*)$/.exec(name);
  return {
    type: "library",
    "bom-ref": `${purlOf(name, number)}${isBundled ? "" : "#installed"}`,
    ...(group === undefined ? {} : { group }),
    name: plain,
    version: number,
    scope: "required",
    ...licencesOf(license),
    purl: purlOf(name, number),
    ...(homepage === undefined ? {} : { externalReferences: [{ type: "website", url: homepage }] }),
    properties: [{ name: "inside", value: isBundled ? "bundled" : "dependency" }],
  };
}

/** @returns the list of parts, in CycloneDX 1.6. */
export function billOfMaterials(parts) {
  const own = purlOf(packageName, version);
  const components = parts.map(component);
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": own,
        name: packageName,
        version,
        ...licencesOf(readJson("package.json").license),
        purl: own,
      },
    },
    components,
    dependencies: [{ ref: own, dependsOn: components.map((part) => part["bom-ref"]) }],
  };
}

const intro = `Code of these packages is in ${packageName}. Those that were changed before they were bundled are in
patches/, as the changes to the released sources; every other one is as it was released on npm.
`;

/** @returns the licences of the code inside, each text once, below the packages that have it. */
export function licenceTexts(parts) {
  const headings = new Map();
  for (const { name, version: number, license, texts, isBundled } of parts) {
    if (!isBundled) continue;
    const text = texts.length > 0 ? texts.join("\n\n") : "The package has no text of its licence.";
    const heading = `${name} ${number} (${license ?? "no licence named"})\n`;
    headings.set(text, (headings.get(text) ?? "") + heading);
  }
  const sections = [...headings].map(([text, names]) => `${"=".repeat(80)}\n${names}\n${text}\n`);
  return [intro, ...sections].join("\n");
}
