/** Runs `tandem-relay run` until a signal ends it. */
import { noteServed, UsageError } from "@tandem/cli";
import { untilEndSignal } from "@tandem/runtime";
import { isOpenToOthers } from "@tandem/runtime/files";
import { getAddress } from "viem";
import type { Relay, RelayOptions } from "../compose.js";
import type { ResolvedConfig } from "../config/config.js";
import { declarationOf, settingNames, withoutKey } from "../config/settings.js";
import { startDemonstrationRelay } from "../demonstration/compose.js";
import { consoleLog, type Log } from "../log.js";
import { maskedLog } from "../masked-log.js";
import type { Signer } from "../wallet/signer.js";
import { openSigner } from "./signer.js";

/** @returns the exit code, once the relay has stopped. */
export async function run(resolved: ResolvedConfig): Promise<number> {
  const { environmentFile } = resolved;
  if (environmentFile !== undefined && isOpenToOthers(environmentFile)) {
    consoleLog.warn(`others can read ${environmentFile}: chmod 600 it`);
  }
  const ended = untilEndSignal();
  const relay = await startRelay(resolved, consoleLog);
  noteServed();
  const failure = await Promise.race([ended.then(() => undefined), relay.failure]);
  await relay.stop();
  if (failure !== undefined) throw failure;
  return 0;
}

/**
 * Starts a relay as its settings say, and logs its addresses.
 * @param unmasked writes the lines, from which secrets are removed.
 * @throws {UsageError} and what the start of the mode throws.
 */
export async function startRelay(resolved: ResolvedConfig, unmasked: Log): Promise<Relay> {
  const { value } = resolved;
  const { signer, secrets } = await openSigner(resolved);
  const log = maskedLog(unmasked, [...secrets, ...secretsIn(resolved)]);
  const options = optionsOf(resolved, signer, log);
  const relay = await startMode(resolved, options);
  log.info(`Node ${withoutKey(value("node-url"))}, chain ${value("chain-id")}`);
  log.info(`Contract ${getAddress(value("contract"))}, wallet ${getAddress(signer.address)}`);
  if (relay.phoneUrl !== undefined) log.info(`Phone: ${relay.phoneUrl}`);
  log.info(`Ready: POST ${relay.url}`);
  return relay;
}

/** Returns the secrets among the given settings. */
const secretsIn = ({ given }: ResolvedConfig): readonly string[] =>
  settingNames
    .filter((name) => declarationOf(name).isSecret)
    .flatMap((name) => given(name) ?? [])
    .map(String);

/** Returns the options of both modes. */
function optionsOf({ value, given }: ResolvedConfig, signer: Signer, log: Log): RelayOptions {
  const [allowed, secret] = [given("gateway-allow"), given("gateway-key")];
  const windowMs = value("gateway-window-seconds") * 1000;
  return {
    host: value("host"),
    port: value("port"),
    nodeUrl: value("node-url"),
    nodeWs: given("node-ws"),
    chainId: value("chain-id"),
    contract: value("contract"),
    confirmations: value("confirmations"),
    currency: value("currency"),
    dataDirectory: value("data-dir"),
    phone: value("phone")
      ? { serviceCode: value("service-code"), explorerUrl: given("explorer-url") }
      : undefined,
    gateway:
      allowed === undefined && secret === undefined ? undefined : { allowed, secret, windowMs },
    signer,
    log,
  };
}

/** Each mode is loaded when it starts: most of what the extended one needs is for it alone. */
async function startMode(resolved: ResolvedConfig, options: RelayOptions): Promise<Relay> {
  if (resolved.value("mode") === "extended") {
    const { runExtended } = await import("./run-extended.js");
    return runExtended(resolved, options);
  }
  if (resolved.given("redis-url") !== undefined) {
    throw new UsageError("several instances on one store need --mode extended");
  }
  return startDemonstrationRelay(options);
}
