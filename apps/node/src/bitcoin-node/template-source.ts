/**
 * Templates as a miner needs them: one on Bitcoin's newest block when work begins, and word when
 * there is another. A node that is away, still starts or still catches up is waited for: asked
 * again ever more rarely, with one warning for as long as the reason stays the same.
 */
import { type BlockTemplate, readTemplate, templateRequest } from "@tandem/bitcoin";
import { type Logger, pause } from "@tandem/runtime";
import type { BitcoinNodeLimits } from "./limits.js";
import { type BitcoinRpc, BitcoinRpcError } from "./rpc.js";

export interface TemplateSource {
  /**
   * What to mine on now. Asked for at most once in `templateMsMin`, unless a block of our own has
   * made the last one stale.
   * @throws the signal's reason, once it is aborted.
   */
  current(signal: AbortSignal): Promise<BlockTemplate>;
  /** Resolves when `current` has another template. @throws the signal's reason, as above. */
  renewed(signal: AbortSignal): Promise<void>;
  /** A block has been handed in: the next template is another. */
  forget(): void;
}

interface Kept {
  readonly template: BlockTemplate;
  /** Milliseconds, on the process's own time. */
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

  /** Long polling (BIP-22). False when it brought nothing: it is asked without it then. */
  async function isAnsweredOnChange(longpollid: string, signal: AbortSignal): Promise<boolean> {
    try {
      await ask({ ...templateRequest, longpollid }, limits.longPollMs, signal);
      return true;
    } catch (error) {
      signal.throwIfAborted();
      // That nothing changes for long is no failure.
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
  /** One more failure. @returns milliseconds to wait before the next try. */
  note(error: unknown): number;
  /** The node has answered. */
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
        logger.warn(fields, "the Bitcoin node gives no template: mining waits for it");
      }
      told = kind;
      failures += 1;
      return Math.min(limits.retryMsMax, limits.retryMsMin * 2 ** (failures - 1));
    },
    end() {
      if (told !== undefined) logger.info({ address: rpc.address }, "the Bitcoin node is back");
      told = undefined;
      failures = 0;
    },
  };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** What is worth another warning: not each wording of the same trouble. */
function kindOf(error: unknown): string {
  if (!(error instanceof BitcoinRpcError)) return messageOf(error);
  return `${error.failure} ${error.rpcCode ?? ""}`;
}
