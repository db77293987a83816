/** `ussd-relay run`: a relay until a signal ends it. */
import { type Relay, startRelay } from "../compose.js";
import { printConfig, type ResolvedConfig } from "../config/config.js";
import { isOpenToOthers } from "../config/environment-file.js";
import { declarationOf, settingNames, withoutKey } from "../config/settings.js";
import { UsageError } from "../config/usage-error.js";
import { BoundedMemory } from "../gateway/bounded-memory.js";
import { createProof } from "../gateway/proof.js";
import type { GatewayAuth } from "../gateway/server.js";
import { relayLimits } from "../limits.js";
import { consoleLog, type Log } from "../log.js";
import { maskedLog } from "../masked-log.js";
import type { Signer } from "../wallet/signer.js";
import { gatewayProof, runExtended } from "./run-extended.js";
import { openSigner } from "./signer.js";

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
  const opened = await openSigner(resolved);
  const { signer } = opened;
  const log = maskedLog(consoleLog, [...opened.secrets, ...secretsIn(resolved)]);
  const isExtended = value("mode") === "extended";
  const relay: Relay = await (isExtended
    ? runExtended(resolved, signer, log)
    : runDemonstration(resolved, signer, log));
  log.info(`Node ${withoutKey(value("node-url"))}, chain ${value("chain-id")}`);
  log.info(`Contract ${value("contract")}, wallet ${signer.address}`);
  if (relay.phoneUrl !== undefined) log.info(`Phone: ${relay.phoneUrl}`);
  log.info(`Ready: POST ${relay.url}`);
  await ended;
  await relay.stop();
  return 0;
}

/** Whatever was given that nobody may see. */
const secretsIn = ({ given }: ResolvedConfig): readonly string[] =>
  settingNames
    .filter((name) => declarationOf(name).isSecret)
    .flatMap((name) => given(name) ?? [])
    .map(String);

function runDemonstration(resolved: ResolvedConfig, signer: Signer, log: Log) {
  const { value, given } = resolved;
  if (given("redis-url") !== undefined) {
    throw new UsageError("several instances on one store need --mode extended");
  }
  return startRelay({
    host: value("host"),
    port: value("port"),
    nodeUrl: value("node-url"),
    chainId: value("chain-id"),
    contract: value("contract"),
    currency: value("currency"),
    dataDirectory: value("data-dir"),
    ...(value("phone") && { phone: { serviceCode: value("service-code") } }),
    signer,
    log,
    auth: gatewayAuth(resolved),
  });
}

/** Signatures are remembered by this process. */
function gatewayAuth(resolved: ResolvedConfig): GatewayAuth | undefined {
  const { allowed, secret, windowMs } = gatewayProof(resolved);
  if (allowed === undefined && secret === undefined) return undefined;
  const max = relayLimits.countedSignaturesMax;
  const seen = new BoundedMemory({ max, now: () => performance.now() });
  const isNew = async (signature: string, keptMs: number) => seen.count(signature, keptMs) === 1;
  const signing = secret === undefined ? undefined : { secret, windowMs, now: Date.now, isNew };
  return createProof({ allowed, signing });
}

function untilSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of endSignals) process.once(signal, () => resolve(signal));
  });
}
