/** Implements `tandem run`: runs a node until a signal ends it. */
import { basename } from "node:path";
import type { Writable } from "node:stream";
import {
  configJsonFlag,
  type Invocation,
  noteLingering,
  noteServed,
  type Palette,
  readFlags,
  UsageError,
  writeJson,
} from "@tandem/cli";
import { type Logger, systemClock, untilEndSignal } from "@tandem/runtime";
import type { Node } from "../compose.js";
import {
  configFlags,
  configOf,
  printConfig,
  type ResolvedConfig,
  shownSettings,
} from "../config/config.js";
import { settingGroups } from "../config/setting-groups.js";
import { type Config, environmentName } from "../config/settings.js";
import { LineOutput } from "../console/line-output.js";
import type { ShowProgress } from "../console/progress.js";
import { openTracing } from "../tracing/tracing.js";
import { version } from "../version.js";
import type { CommandBody } from "./command-body.js";
import { paletteFor } from "./palette.js";
import { synonyms } from "./synonyms.js";

const settingsGroup = {
  title: "Settings themselves",
  example: "tandem --config tandem.json --print-config",
  names: ["config", "print-config", "json", "help"],
};

const options = {
  ...configFlags,
  json: configJsonFlag,
};

export const body: CommandBody = {
  about: "Runs a node until a signal ends it.",
  options,
  groups: [...settingGroups, settingsGroup],
  synonyms,
  notes: `Precedence: flag, variable (${environmentName("port")} for --port), settings file, default. tandem help
lists the other commands.`,
  // A node continues without its log, also while it stops after its terminal was closed.
  withoutOutput: (given) => (printingOf(given).isPrinted ? "finish" : "serve"),
  async run({ given, output, errors }) {
    const resolved = configOf(given, process.env);
    const { isPrinted, isJson } = printingOf(given);
    if (!isPrinted) {
      if (isJson) throw new UsageError(jsonOfNode);
      return runNode(resolved, { output, errors });
    }
    const { chosenTransport } = await import("@tandem/rpc");
    const transport = chosenTransport(resolved.config.server);
    if (isJson) {
      writeJson(output, { settings: shownSettings(resolved), server: transport });
      return 0;
    }
    const serves = `server in use         ${JSON.stringify(transport)}`;
    output.write(`${[...printConfig(resolved), serves].join("\n")}\n`);
    return 0;
  },
};

/** Returns whether the settings are printed instead, and in which form. @throws {UsageError} */
function printingOf(given: Invocation["given"]) {
  const flags = { "print-config": options["print-config"], json: options.json };
  const { "print-config": isPrinted, json: isJson } = readFlags(flags, given);
  return { isPrinted, isJson };
}

const jsonOfNode = "--json is for --print-config: type --log-format json for log lines as JSON";

type Streams = Pick<Invocation, "output" | "errors">;
type Terminal = Writable & { readonly isTTY?: boolean };

/** Returns the progress display of a start that may take long, on a terminal. */
async function progressOf(config: Config, errors: Terminal): Promise<ShowProgress | undefined> {
  const mayTakeLong = config["load-state"] !== undefined || config["data-dir"] !== undefined;
  if (!mayTakeLong || config.silent || !errors.isTTY) return undefined;
  const { createProgress } = await import("../console/progress.js");
  return (unit, total) => createProgress(unit, total, errors);
}

const keyIsShown =
  "ps shows a key given by --api-key to all users of this machine: use TANDEM_API_KEY or --api-keys-file";

/** @returns the exit code, once the node has stopped. */
async function runNode(resolved: ResolvedConfig, { output, errors }: Streams): Promise<number> {
  const { config } = resolved;
  const { createLogger } = await import("../console/logger.js");
  const palette = paletteFor(output);
  const lines = new LineOutput(output, (missing) => logger.warn({ lines: missing }, linesMissing));
  const logger = createLogger({
    format: config["log-format"],
    level: config.silent ? "error" : config["log-level"],
    write: (line) => lines.write(line),
    palette,
  });
  try {
    return await runLogged(resolved, { errors, lines, logger, palette });
  } finally {
    if (!(await lines.close())) noteLingering();
  }
}

const linesMissing = "the output was not read in time: lines are missing";

interface Printing {
  readonly errors: Terminal;
  readonly lines: LineOutput;
  readonly logger: Logger;
  readonly palette: Palette;
}

async function runLogged(
  resolved: ResolvedConfig,
  { errors, lines, logger, palette }: Printing,
): Promise<number> {
  const { origins, ...settings } = resolved;
  const { config } = settings;
  // Help and the printed configuration do not load the virtual machine.
  const [{ banner }, { describeTransport }, { startNode }] = [
    await import("../console/banner.js"),
    await import("@tandem/rpc"),
    await import("../compose.js"),
  ];
  // Files of this process are readable by its owner only: the database, dumps of the state.
  process.umask(0o077);
  if (origins["api-key"] === "flag") logger.warn({}, keyIsShown);
  const ended = untilEndSignal();
  const leaving = new AbortController();
  void ended.then(() => {
    lines.stopGathering();
    leaving.abort();
  });
  const tracing = await openTracing(process.env, version);
  const showProgress = await progressOf(config, errors);
  const node = await startNode({
    ...settings,
    logger,
    version,
    showProgress,
    leaving: leaving.signal,
    tracer: tracing?.tracer,
  }).catch((error) => {
    // What the signal interrupted is no failure, whatever it ended with.
    if (!leaving.signal.aborted) throw error;
  });
  if (node === undefined) {
    logger.info({ signal: await ended }, "stopped before the start was complete");
    await tracing?.close();
    return 0;
  }
  if (!config.silent && config["log-format"] === "pretty") {
    const facts = bannerFacts(node, config, describeTransport(node.rpc.transport, config.server));
    lines.write(banner(facts, origins.mnemonic !== "default", palette));
  } else {
    const { url, wsUrl } = node.rpc;
    const ipc = config.ipc === undefined ? {} : { ipc: config.ipc };
    const enode = node.enode === undefined ? {} : { enode: node.enode };
    logger.info({ url, wsUrl, ...ipc, ...enode, chainId: node.spec.chainId }, "ready");
  }
  noteServed();
  const signal = await ended;
  logger.info({ signal }, "stopping");
  try {
    await node.stop();
  } finally {
    await tracing?.close();
  }
  return 0;
}

/** Returns what is typed before the name of a command: npm's `npx` finds the program where a shell does not. */
function commandPrefix(): string {
  if (basename(process.argv[1] ?? "") === "start.mjs") return "npm start --";
  return process.env.npm_command === undefined ? "tandem" : "npx tandem";
}

/** @param server the server in use, for people. */
function bannerFacts(node: Node, config: Config, server: string) {
  const genesisHash = node.chain.blocks.canonicalHash(node.chain.blocks.first) as Uint8Array;
  const { header } = node.chain.head();
  return {
    version,
    command: commandPrefix(),
    config,
    spec: node.spec,
    accounts: node.accounts,
    url: node.rpc.url,
    wsUrl: node.rpc.wsUrl,
    server,
    enode: node.enode,
    hasExplorer: node.hasExplorer,
    genesisHash,
    headNumber: header.number,
    headAgeSeconds: Math.floor(systemClock.now() / 1000) - header.timestamp,
    bitcoin: node.bitcoin,
    dataDirectory: node.dataDirectory.path ?? "in memory",
    isKept: node.dataDirectory.isKept,
    isReadOnly: node.isReadOnly,
    loss: node.chain.loss,
  };
}
