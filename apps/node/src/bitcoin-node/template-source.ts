/**
 * Provides templates to the miner: the newest one when a search begins, and a notification when it
 * changes. An unreachable, starting or syncing node is called again with growing delays, with one
 * warning as long as the reason stays the same.
 */
import { type BlockTemplate, readTemplate, templateRequest } from "@tandem/bitcoin";
import { type Logger, messageOf, pause } from "@tandem/runtime";
import type { BitcoinNodeLimits } from "./limits.js";
import { type BitcoinRpc, BitcoinRpcError } from "./rpc.js";

export interface TemplateSource {
  /**
   * Returns the current template. It is requested at most once in `templateMsMin`, unless a submitted
   * block has made the last one stale.
   * @throws the signal's reason, once it is aborted.
   */
  current(signal: AbortSignal): Promise<BlockTemplate>;
  /**
   * Resolves when `current` has another template.
   * @throws the signal's reason, once it is aborted.
   */
  renewed(signal: AbortSignal): Promise<void>;
  /** Drops the template after a submission: the next one differs. */
  forget(): void;
}

interface Kept {
  readonly template: BlockTemplate;
  /** Milliseconds of a monotonic clock. */
  readonly receivedAt: number;
}

export function createTemplateSource(
  rpc: BitcoinRpc,
  limits: BitcoinNodeLimits,
  logger: Logger,
): TemplateSource {
  const absence = createAbsence(rpc, limits, logger);
  let kept: Kept | undefined;

  async function ask(request: object, timeoutMs: number, signal: AbortSignal): Promise<Kept> {
    const answer = await rpc.call("getblocktemplate", [request], { timeoutMs, signal });
    kept = { template: readTemplate(answer), receivedAt: performance.now() };
    absence.end();
    return kept;
  }

  async function askUntilAnswered(signal: AbortSignal): Promise<Kept> {
    for (;;) {
      try {
        return await ask(templateRequest, limits.callMs, signal);
      } catch (error) {
        signal.throwIfAborted();
        await pause(absence.note(error), signal);
      }
    }
  }

  /** Performs a long poll (BIP-22). Returns false if it failed: the node is then polled without it. */
  async function isAnsweredOnChange(longpollid: string, signal: AbortSignal): Promise<boolean> {
    try {
      await ask({ ...templateRequest, longpollid }, limits.longPollMs, signal);
      return true;
    } catch (error) {
      signal.throwIfAborted();
      // A poll without a change is no failure.
      const isLate = error instanceof BitcoinRpcError && error.failure === "late";
      if (!isLate) await pause(absence.note(error), signal);
      return false;
    }
  }

  const restMs = () =>
    kept === undefined ? 0 : kept.receivedAt + limits.templateMsMin - performance.now();

  return {
    async current(signal) {
      if (kept !== undefined && restMs() > 0) return kept.template;
      return (await askUntilAnswered(signal)).template;
    },
    async renewed(signal) {
      await pause(Math.max(0, restMs()), signal);
      const longpollid = kept?.template.longPollId;
      if (longpollid === undefined) await pause(limits.templateMsMax, signal);
      else if (await isAnsweredOnChange(longpollid, signal)) return;
      await askUntilAnswered(signal);
    },
    forget() {
      kept = undefined;
    },
  };
}

interface Absence {
  /** Counts one more failure and returns the milliseconds until the next attempt. */
  note(error: unknown): number;
  /** Resets the failures after an answer. */
  end(): void;
}

function createAbsence(rpc: BitcoinRpc, limits: BitcoinNodeLimits, logger: Logger): Absence {
  let failures = 0;
  let told: string | undefined;
  return {
    note(error) {
      const kind = kindOf(error);
      if (kind !== told) {
        const fields = { address: rpc.address, reason: messageOf(error) };
        logger.warn(fields, "the Bitcoin node provides no template: mining waits for it");
      }
      told = kind;
      failures += 1;
      return Math.min(limits.retryMsMax, limits.retryMsMin * 2 ** (failures - 1));
    },
    end() {
      if (told !== undefined)
        logger.info({ address: rpc.address }, "the Bitcoin node answers again");
      told = undefined;
      failures = 0;
    },
  };
}

/**
 * Returns the key by which warnings are deduplicated: different texts of one failure have the same
 * key.
 */
function kindOf(error: unknown): string {
  if (!(error instanceof BitcoinRpcError)) return messageOf(error);
  return `${error.failure} ${error.rpcCode ?? ""}`;
}
