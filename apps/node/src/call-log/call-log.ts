/**
 * Logs calls for developers: a line for each call, with its gas and the reason of a failure, and the
 * output of `console.log` in contracts.
 */

import type { Chain } from "@tandem/chain";
import {
  type CallRequest,
  type FailureExplanation,
  hexDigitsBetween,
  toHex,
} from "@tandem/primitives";
import type { RequestLevels } from "@tandem/rpc";
import type { Logger } from "@tandem/runtime";
import type { CallResult } from "@tandem/state";
import type { Store } from "@tandem/store";
import { traceOn } from "../backend/debug.js";
import type { CallWatch } from "../backend/simulate.js";
import type { Config } from "../config/settings.js";
import { consoleLine } from "../solidity-console/decode.js";
import { consoleAddress } from "../solidity-console/signatures.js";
import type { FailureExplainer } from "../solidity-trace/failure-explainer.js";
import type { LineOrder } from "./line-order.js";
import { failureFields } from "./reason.js";
import { logTransactions } from "./transactions.js";

/** Each level includes the previous ones. */
export type CallLevel = NonNullable<Config["calls"]>;

const levels: readonly CallLevel[] = ["off", "failed", "executed", "all"];

const reaches = (level: CallLevel, wanted: CallLevel) =>
  levels.indexOf(level) >= levels.indexOf(wanted);

/**
 * Returns the configured level. By default a terminal gets all calls and a log file the failed
 * ones. The level is off if lines of this kind are not printed, so that they are not built.
 */
export function callLevelOf(config: Config): CallLevel {
  const isPrinted = !config.silent && ["debug", "info"].includes(config["log-level"]);
  if (!isPrinted) return "off";
  return config.calls ?? (config["log-format"] === "pretty" ? "executed" : "failed");
}

export interface CallLogOptions {
  readonly level: CallLevel;
  readonly logger: Logger;
  /** Receives the lines of contracts; the logger by default. */
  readonly onConsole?: ((line: string) => void) | undefined;
  /** The order of all log lines of a chain. */
  readonly order: LineOrder;
  /** Finds failures in Solidity, if compilations are given. */
  readonly explainer?: FailureExplainer | undefined;
}

/** Returns the levels at which the server logs requests, so that the requested calls are printed. */
export const requestLevelsOf = (level: CallLevel): RequestLevels => ({
  refused: reaches(level, "failed") ? "info" : "debug",
  answered: reaches(level, "all") ? "info" : "debug",
});

/** Returns undefined if calls are not logged. */
export function watchCalls(options: CallLogOptions): CallWatch | undefined {
  const { level, logger, order, explainer } = options;
  const areErrorsExplained = explainer?.explainsErrors === true;
  const isSilent = level === "off" && options.onConsole === undefined;
  if (isSilent && !areErrorsExplained) return undefined;
  const print = printer(options);
  const areCallsLogged = reaches(level, "executed");
  return {
    recordInputsOf: consoleAddress,
    isWorthLogging: ({ recordedInputs = [] }) => areCallsLogged || recordedInputs.length > 0,
    executed(request, { gasUsed, recordedInputs = [], failure, output }: CallResult, prepared) {
      const write = (explained?: FailureExplanation) => {
        for (const input of recordedInputs) print(input);
        if (!areCallsLogged) return;
        const fields = callFields(request, gasUsed);
        const why = failure && { ...failureFields(failure, output, explained), ...sizeOf(request) };
        logger.info(why === undefined ? fields : { ...fields, ...why }, "call");
      };
      const explained =
        failure === undefined || prepared === undefined || !(areCallsLogged || areErrorsExplained)
          ? undefined
          : explainer?.explain((tracer) => traceOn(prepared, tracer), output);
      if (explained === undefined) order.write(() => write());
      else order.run(async () => write(await explained)).catch(() => {});
      return areErrorsExplained ? explained : undefined;
    },
    estimated(request, gas) {
      if (!areCallsLogged) return;
      order.write(() => logger.info(callFields(request, gas), "estimate"));
    },
  };
}

/** Logs mined transactions and their console output. */
export function followTransactions(chain: Chain, store: Store, options: CallLogOptions): void {
  const { level, logger, order, explainer } = options;
  if (level === "off" && options.onConsole === undefined) return;
  const of = reaches(level, "executed") ? "all" : level === "off" ? "none" : "failed";
  logTransactions({ chain, store, logger, order, of, print: printer(options), explainer });
}

/** Logs each transaction that is pending because an earlier nonce of its sender is missing. */
export function followWaiting(chain: Chain, { level, logger }: CallLogOptions): void {
  if (!reaches(level, "failed")) return;
  chain.onPendingTransaction(({ hash, sender, fields }) => {
    const next = chain.pool.nextNonce(sender, chain.headState());
    if (fields.nonce <= next) return;
    const nonces = { nonce: `${fields.nonce}`, waitsFor: `${next}` };
    logger.info({ hash: toHex(hash), from: toHex(sender), ...nonces }, "waits for a nonce");
  });
}

const printer =
  ({ logger, onConsole }: CallLogOptions) =>
  (input: Uint8Array) => {
    const line = consoleLine(input);
    if (line === undefined) return;
    if (onConsole !== undefined) onConsole(line);
    else logger.info({ line }, "console.log");
  };

/** Returns the length of the init code of a creation. */
const sizeOf = ({ to, data }: CallRequest) =>
  to === undefined ? { initCodeBytes: data?.length ?? 0 } : {};

interface CallFields {
  from?: string;
  to?: string;
  selector?: string;
  gas?: string;
}

/** Writes the fields member by member, in their order in a line: spreads would make hidden classes of V8. */
function callFields({ from, to, data }: CallRequest, gas: bigint): CallFields {
  const fields: CallFields = {};
  if (from !== undefined) fields.from = toHex(from);
  fields.to = to === undefined ? "creation" : toHex(to);
  if (to !== undefined && data !== undefined && data.length >= selectorBytes)
    fields.selector = `0x${hexDigitsBetween(data, 0, selectorBytes)}`;
  fields.gas = `${gas}`;
  return fields;
}

const selectorBytes = 4;
