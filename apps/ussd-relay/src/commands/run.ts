/** `ussd-relay run`: a relay until a signal ends it. */
import { startRelay } from "../compose.js";
import { printConfig, type ResolvedConfig } from "../config/config.js";
import { isOpenToOthers } from "../config/environment-file.js";
import { withoutKey } from "../config/settings.js";
import { consoleLog } from "../log.js";
import { keySigner } from "../wallet/signer.js";

/** Signals a user or a supervisor ends a process with. */
const endSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** @returns the exit code, once the relay has stopped. */
export async function run(resolved: ResolvedConfig): Promise<number> {
  if (resolved.isPrintConfig) {
    process.stdout.write(`${printConfig(resolved).join("\n")}\n`);
    return 0;
  }
  const { value, environmentFile } = resolved;
  if (environmentFile !== undefined && isOpenToOthers(environmentFile)) {
    consoleLog.warn(`others can read ${environmentFile}: chmod 600 it`);
  }
  const ended = untilSignal();
  const signer = keySigner(value("private-key"));
  const relay = await startRelay({
    host: value("host"),
    port: value("port"),
    nodeUrl: value("node-url"),
    chainId: value("chain-id"),
    contract: value("contract"),
    currency: value("currency"),
    dataDirectory: value("data-dir"),
    ...(value("phone") && { phone: { serviceCode: value("service-code") } }),
    signer,
  });
  consoleLog.info(`Node ${withoutKey(value("node-url"))}, chain ${value("chain-id")}`);
  consoleLog.info(`Contract ${value("contract")}, wallet ${signer.address}`);
  if (value("phone")) consoleLog.info(`Phone: ${new URL("/phone", relay.url)}`);
  consoleLog.info(`Ready: POST ${relay.url}`);
  await ended;
  await relay.stop();
  return 0;
}

function untilSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of endSignals) process.once(signal, () => resolve(signal));
  });
}
