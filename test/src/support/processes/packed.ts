/** Packs the npm package of this repository from the build, and installs it in projects. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { installTool } from "./npm-tool.js";
import { registryEnvironment } from "./registry-environment.js";

const script = (name: string) =>
  new URL(`../../../../scripts/package/${name}.mjs`, import.meta.url).href;

interface Packed {
  readonly file: string;
  /** The bytes of the file. */
  readonly size: number;
  /** The bytes of its content. */
  readonly unpackedSize: number;
}

/** The package as a folder and as a file, in a temporary folder. */
export interface MadePackage extends Packed {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  /** Problems of its manifest, or of the resolution of its types. */
  readonly problems: readonly string[];
  readonly remove: () => void;
}

export async function makePackage(): Promise<MadePackage> {
  const { writePackage } = await import(script("make"));
  const { pack } = await import(script("pack"));
  const { problemsOfPackage } = await import(script("check"));
  const place = mkdtempSync(join(tmpdir(), "tandem-packed-"));
  const folder = join(place, "package");
  await writePackage(folder);
  const packed: Packed = pack(folder, place);
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const remove = () => rmSync(place, { recursive: true, force: true });
  const { name, version, dependencies } = manifest;
  const problems: readonly string[] = await problemsOfPackage(folder, packed.file);
  return { ...packed, folder, name, version, dependencies, problems, remove };
}

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A project of a user. */
export interface Project {
  readonly folder: string;
  path(name: string): string;
  write(name: string, content: string): void;
  /** Runs a command such as `npx` to its end with the project's Node. */
  run(command: string, args: readonly string[]): Promise<Finished>;
  readonly remove: () => void;
}

/**
 * Returns the environment of a user: commands whose first line names `node` use this one, without
 * the settings of the test runner.
 */
export function userEnvironment(runtime: string): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const PATH = `${dirname(runtime)}${delimiter}${env.PATH}`;
  return { ...env, PATH, CI: "1", NO_COLOR: "1", HARDHAT_DISABLE_TELEMETRY_PROMPT: "true" };
}

/**
 * Creates an empty project that has installed the packed file, and other packages by name and
 * version. No script is run. @param runtime the project's Node.
 */
export async function installPacked(
  { file, dependencies }: MadePackage,
  others: readonly string[] = [],
  runtime = process.execPath,
): Promise<Project | string> {
  const project = createProject(runtime);
  const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"];
  const { code, stderr } = await project.run("npm", ["install", ...flags, file, ...others]);
  if (code === 0) return project;
  project.remove();
  // If the registry is reachable, the failure is the package's fault.
  const specs = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`);
  const tool = await installTool([...specs, ...others].join(" "));
  if (typeof tool === "string") return tool;
  tool.remove();
  throw new Error(`npm install ended with ${code}: ${stderr}`);
}

function createProject(runtime: string): Project {
  const folder = mkdtempSync(join(tmpdir(), "tandem-project-"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  const path = (name: string) => join(folder, name);
  return {
    folder,
    path,
    write: (name, content) => writeFileSync(path(name), content),
    async run(command, args) {
      const env = registryEnvironment(userEnvironment(runtime));
      const child = spawn(command, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"], env });
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, "close"),
      ]);
      return { code: code as number | null, stdout, stderr };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const stores = ["../../../../node_modules/", "../../../node_modules/"];

/** Returns a package of the tests, for a project that does not install it. @throws if there is none. */
export function ownPackage(name: string): string {
  const paths = stores.map((store) => fileURLToPath(new URL(`${store}${name}`, import.meta.url)));
  const found = paths.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`the tests have no ${name}`);
  return found;
}
