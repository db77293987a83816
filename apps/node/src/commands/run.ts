/** `tandem run`: a node until a signal ends it. */

import { untilEndSignal } from "@tandem/runtime";
import { banner } from "../banner.js";
import { startNode } from "../compose.js";
import { printConfig, resolveConfig } from "../config/config.js";
import { createLogger } from "../logger.js";
import { version } from "../version.js";
import { runHelp } from "./help.js";

/** @returns the exit code, once the node has stopped. */
export async function run(args: readonly string[]): Promise<number> {
  const resolved = resolveConfig(args, process.env);
  if (resolved.isHelp) return runHelp();
  if (resolved.isPrintConfig) {
    process.stdout.write(`${printConfig(resolved).join("\n")}\n`);
    return 0;
  }
  // Files that this process makes are its owner's: the database, dumps of the state.
  process.umask(0o077);
  const { config } = resolved;
  const logger = createLogger({
    format: config["log-format"],
    level: config.silent ? "error" : config["log-level"],
    write: (line) => process.stdout.write(line),
  });
  if (resolved.origins["api-key"] === "flag") {
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
    process.stdout.write(banner(facts, resolved.origins.mnemonic !== "default"));
  } else {
    logger.info({ url: node.rpc.url, wsUrl: node.rpc.wsUrl, chainId: node.spec.chainId }, "ready");
  }
  const signal = await ended;
  logger.info({ signal }, "stopping");
  await node.stop();
  return 0;
}
