// Writes the manifest of the package.
import {
  dependencies,
  exported,
  fileOf,
  installedFolder,
  packageName,
  peers,
  readJson,
  version,
} from "./contents.mjs";

const versionOf = (name) => readJson(`${installedFolder(name)}/package.json`).version;

export function manifest() {
  const { description, engines, license, type } = readJson("package.json");
  const modules = Object.entries(exported).map(([path]) => {
    const file = `./lib/${fileOf(path)}`;
    return [path, { types: `${file}.d.ts`, default: `${file}.js` }];
  });
  return {
    name: packageName,
    version,
    description,
    keywords: ["ethereum", "evm", "rootstock", "merge-mining", "development", "testing"],
    license,
    type,
    engines,
    bin: { tandem: "bin/tandem.js", "tandem-relay": "bin/tandem-relay.js" },
    exports: {
      ...Object.fromEntries(modules),
      "./settings.schema.json": "./docs/settings.schema.json",
      "./package.json": "./package.json",
    },
    dependencies: Object.fromEntries(dependencies.map((name) => [name, versionOf(name)])),
    peerDependencies: peers,
    peerDependenciesMeta: Object.fromEntries(
      Object.keys(peers).map((name) => [name, { optional: true }]),
    ),
  };
}
