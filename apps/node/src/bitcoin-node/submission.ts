/** Submits found Bitcoin blocks to the node, one at a time, and reports its answers. */
import { type BlockTemplate, hashBitcoinHeader, headerBytes, toDisplay } from "@tandem/bitcoin";
import { type Logger, messageOf, pause, SerialQueue } from "@tandem/runtime";
import type { BitcoinNodeLimits } from "./limits.js";
import { type BitcoinRpc, BitcoinRpcError } from "./rpc.js";

export interface Submissions {
  /** @param block its bytes, witnesses included. */
  add(template: BlockTemplate, block: Uint8Array): void;
  /** Resolves when every submission was answered or given up. Never rejects. */
  settled(): Promise<void>;
  /**
   * Ends retries and waits at most `closeMs` for the current submission. Resolves as `settled` does.
   */
  close(): Promise<void>;
}

/** @param onAnswered called after each answer: the block's template is no longer the newest. */
export function createSubmissions(
  rpc: BitcoinRpc,
  limits: BitcoinNodeLimits,
  logger: Logger,
  onAnswered: () => void,
): Submissions {
  const closing = new AbortController();
  const givenUp = new AbortController();
  const queue = new SerialQueue();

  async function submit({ height, workId }: BlockTemplate, block: Uint8Array): Promise<void> {
    const display = toDisplay(hashBitcoinHeader(block.subarray(0, headerBytes)));
    const found = { height, hash: Buffer.from(display).toString("hex") };
    const params = [Buffer.from(block).toString("hex"), ...(workId ? [{ workid: workId }] : [])];
    try {
      const { answer, tries } = await insist(params);
      // The first attempt may have arrived although its answer did not.
      if (answer === null || (tries > 1 && isDuplicate(answer))) {
        logger.info(found, "the Bitcoin node accepted our block");
      } else {
        logger.warn({ ...found, answer }, "the Bitcoin node refused our block");
      }
    } catch (error) {
      const reason = messageOf(error);
      logger.warn({ ...found, reason }, "a Bitcoin block could not be submitted");
    } finally {
      onAnswered();
    }
  }

  async function insist(params: readonly unknown[]): Promise<{ answer: unknown; tries: number }> {
    for (let tries = 1; ; tries++) {
      try {
        const options = { timeoutMs: limits.callMs, signal: givenUp.signal };
        return { answer: await rpc.call("submitblock", params, options), tries };
      } catch (error) {
        if (tries >= limits.submitTriesMax || closing.signal.aborted || !isAway(error)) throw error;
        const waitMs = Math.min(limits.retryMsMax, limits.retryMsMin * 2 ** (tries - 1));
        await pause(waitMs, closing.signal).catch(() => {
          throw error;
        });
      }
    }
  }

  return {
    add(template, block) {
      void queue.run(() => submit(template, block));
    },
    settled: () => queue.idle(),
    async close() {
      closing.abort();
      const timer = setTimeout(
        () => givenUp.abort(new Error("the node is stopping")),
        limits.closeMs,
      );
      await queue.idle();
      clearTimeout(timer);
    },
  };
}

/** Returns whether the answer is BIP-22's `duplicate`, plain or as bcoin wraps it. */
const isDuplicate = (answer: unknown) => answer === "duplicate" || answer === "rejected: duplicate";

/** The error code of Bitcoin Core for every call while it starts. */
const startingCode = -28;

const isAway = (error: unknown) =>
  error instanceof BitcoinRpcError &&
  (error.failure === "unreachable" || error.failure === "late" || error.rpcCode === startingCode);
