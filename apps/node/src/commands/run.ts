/** Implements `tandem run`: runs a node until a signal ends it. */
import { untilEndSignal } from "@tandem/runtime";
import { configFlags, configOf, printConfig, type ResolvedConfig } from "../config/config.js";
import { settingGroups } from "../config/setting-groups.js";
import { environmentName } from "../config/settings.js";
import { version } from "../version.js";
import type { CommandBody } from "./command-body.js";

const settingsGroup = {
  title: "Settings themselves, such as  tandem --config tandem.json --print-config",
  names: ["config", "print-config", "help"],
};

export const body: CommandBody = {
  about: "Runs a node until a signal ends it.",
  options: configFlags,
  groups: [
    ...settingGroups.map(({ title, example, names }) => ({
      title: `${title}, such as  ${example}`,
      names,
    })),
    settingsGroup,
  ],
  notes: `A flag goes before an environment variable (${environmentName("port")} for --port, and so on), that before
the file, the file before the default.

Examples:
  tandem headers verify headers.json
  tandem export chain.rlp         and, into another node:  tandem import chain.rlp --url URL
  tandem inspect block latest
  tandem simulate steady
  tandem --mining external        and beside it: tandem miner`,
  async run({ given, output }) {
    const resolved = configOf(given, process.env);
    if (given["print-config"] === undefined) return runNode(resolved);
    output.write(`${printConfig(resolved).join("\n")}\n`);
    return 0;
  },
};

/** @returns the exit code, once the node has stopped. */
async function runNode({ config, origins }: ResolvedConfig): Promise<number> {
  // Help and the printed configuration do not load the virtual machine.
  const [{ banner }, { startNode }, { createLogger }] = [
    await import("../banner.js"),
    await import("../compose.js"),
    await import("../logger.js"),
  ];
  // Files of this process are readable by its owner only: the database, dumps of the state.
  process.umask(0o077);
  const logger = createLogger({
    format: config["log-format"],
    level: config.silent ? "error" : config["log-level"],
    write: (line) => process.stdout.write(line),
  });
  if (origins["api-key"] === "flag") {
    logger.warn(
      {},
      "a key given by --api-key is shown by ps to all users of this machine: TANDEM_API_KEY and --api-keys-file keep it from them",
    );
  }
  const ended = untilEndSignal();
  const node = await startNode({ config, logger, version });
  if (!config.silent && config["log-format"] === "pretty") {
    const genesisHash = node.chain.blocks.canonicalHash(node.chain.blocks.first) as Uint8Array;
    const facts = {
      version,
      config,
      spec: node.spec,
      accounts: node.accounts,
      url: node.rpc.url,
      wsUrl: node.rpc.wsUrl,
      genesisHash,
      headNumber: node.chain.head().header.number,
      bitcoin: node.bitcoin,
      dataDirectory: node.dataDirectory.path ?? "in memory",
      isKept: node.dataDirectory.isKept,
      isReadOnly: node.isReadOnly,
      loss: node.chain.loss,
    };
    process.stdout.write(banner(facts, origins.mnemonic !== "default"));
  } else {
    logger.info({ url: node.rpc.url, wsUrl: node.rpc.wsUrl, chainId: node.spec.chainId }, "ready");
  }
  const signal = await ended;
  logger.info({ signal }, "stopping");
  await node.stop();
  return 0;
}
