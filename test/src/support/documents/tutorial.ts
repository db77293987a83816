/**
 * Runs a tutorial of docs/ like a reader: in an empty folder with the installed package, block by
 * block.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { eventually } from "../eventually.js";
import { type Snippet, snippetsOf } from "../guide.js";
import {
  installPacked,
  type MadePackage,
  type Project,
  userEnvironment,
} from "../processes/packed.js";

/** The addresses in tutorials, by the port. Each is replaced by that of a server of the run. */
const shownPorts: Readonly<Record<string, string>> = { node: "8545", relay: "3000" };

export interface TutorialRun {
  readonly project: Project;
  /** Returns the address of a server of the tutorial, such as `http://127.0.0.1:40123`. */
  urlOf(server: string): string;
  close(): Promise<void>;
}

interface Server {
  readonly name: string;
  output(): string;
  stop(): Promise<void>;
}

/** Returns commands of the package without npx, which does not pass on signals. */
const direct = (command: string) => command.replaceAll("npx tandem", "node_modules/.bin/tandem");

function startServer(project: Project, name: string, command: string): Server {
  const child = spawn("bash", ["-c", `exec ${command}`], {
    cwd: project.folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: userEnvironment(process.execPath),
  });
  const closed = once(child, "close");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  return {
    name,
    output: () => output,
    async stop() {
      child.kill();
      await closed;
    },
  };
}

/** Returns the port in a server's output. The relay prints its node's address before its own. */
const portOf = (output: string) =>
  (/POST http:\/\/127\.0\.0\.1:(\d+)/.exec(output) ??
    /http:\/\/127\.0\.0\.1:(\d+)/.exec(output))?.[1];

/** Returns whether each line of a block is a line of the output, in order; `…` matches anything. */
export function isShownIn(block: string, output: string): boolean {
  const lines = output.split("\n");
  let from = 0;
  for (const line of block.trimEnd().split("\n")) {
    const parts = line.split("…").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const pattern = new RegExp(`^${parts.join(".*")}$`);
    const found = lines.findIndex((one, i) => i >= from && pattern.test(one));
    if (found < 0) return false;
    from = found + 1;
  }
  return true;
}

/** Returns the packages that the installation step names in addition to the packed file. */
function packagesOf(snippets: readonly Snippet[]): readonly string[] {
  const install = snippets.find(({ step }) => step === "install")?.text ?? "";
  return install
    .trim()
    .split(" ")
    .filter((word) => /^[\w@/-]+@\d/.test(word));
}

/**
 * @returns the reason why it cannot be run if the registry is unreachable. @throws if the page is
 * wrong.
 */
export async function runTutorial(
  page: string,
  packed: MadePackage,
): Promise<TutorialRun | string> {
  const snippets = snippetsOf(page);
  const project = await installPacked(packed, packagesOf(snippets));
  if (typeof project === "string") return project;
  const servers: Server[] = [];
  const ports: Record<string, string> = {};
  const close = async () => {
    for (const server of servers.reverse()) await server.stop();
    project.remove();
  };
  /**
   * Returns the text with the addresses of this run, and the node's URL in commands that use the
   * default port.
   */
  const here = (text: string) => {
    const moved = Object.entries(ports).reduce(
      (all, [name, port]) => all.replaceAll(shownPorts[name] ?? name, port),
      direct(text),
    );
    const asking = /^(\S+\/tandem (?:status|miner|inspect|export)\b.*)$/gm;
    const preparing = /^(\S+\/tandem-relay prepare\b.*)$/gm;
    return moved
      .replaceAll(asking, `$1 --url http://127.0.0.1:${ports.node}`)
      .replaceAll(preparing, `$1 --node-url http://127.0.0.1:${ports.node}`);
  };
  const outputs = new Map<string, () => string>();
  try {
    for (const { file, step, server, output, text } of snippets) {
      if (file !== undefined) project.write(file, here(text));
      if (step !== undefined && step !== "install") {
        const { code, stdout, stderr } = await project.run("bash", ["-ec", here(text)]);
        if (code !== 0) throw new Error(`${page}, ${step}: ${stdout}${stderr}`);
        outputs.set(step, () => stdout);
      }
      if (server !== undefined) {
        const flags = shownPorts[server] === undefined ? "" : " --port 0";
        const started = startServer(project, server, `${here(text).trim()}${flags}`);
        servers.push(started);
        outputs.set(server, started.output);
        await eventually(`${server} that is ready:\n${started.output()}`, () =>
          /^Ready/m.test(started.output()),
        );
        const port = portOf(started.output());
        if (port !== undefined) ports[server] = port;
      }
      if (output !== undefined) {
        const printed = outputs.get(output);
        if (printed === undefined) throw new Error(`${page} shows what nothing prints: ${output}`);
        const isThere = () => isShownIn(text, printed());
        if (!isThere() && servers.some(({ name }) => name === output)) {
          await eventually(`${text} of ${output}`, isThere);
        }
        if (!isThere())
          throw new Error(`${page}, ${output} prints\n${printed()}\nand not\n${text}`);
      }
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { project, urlOf: (server) => `http://127.0.0.1:${ports[server]}`, close };
}
