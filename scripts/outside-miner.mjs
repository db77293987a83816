// A miner outside the node: asks for work, finds Bitcoin blocks with the work's tag in their
// coinbase, and hands them in, as a mining pool does. Needs a build before it; npm run miner sees to
// that.
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { createBitcoin, submissionOf } from "./miner-bitcoin.mjs";
import { readFlags, UsageError, usage } from "./miner-flags.mjs";

/** Milliseconds an answer may take. */
const answerMsMax = 30_000;

/** The node does not answer, or not in JSON. */
class AwayError extends Error {}
/** The node answers with an error. */
class RefusedError extends Error {}

async function call(url, method, params, signal) {
  let answer;
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerMsMax)]),
    });
    answer = await response.json();
  } catch (cause) {
    signal.throwIfAborted();
    throw new AwayError(cause.cause?.message ?? cause.message, { cause });
  }
  if (answer.error === undefined) return answer.result;
  throw new RefusedError(`${answer.error.code} ${answer.error.message}`);
}

const unixSeconds = () => Math.floor(Date.now() / 1000);
const bytes = (hex) => new Uint8Array(Buffer.from(hex.slice(2), "hex"));
const short = (hash) => hash.slice(0, 18);

/** Mines until it is stopped or has as many blocks as it was asked for. */
class Miner {
  #flags;
  #stop;
  #log;
  #bitcoin;
  #isAway = false;
  /** Of the parent last worked on: its hash and its time. */
  #parent = { hash: "", timestamp: 0 };
  accepted = 0;

  constructor(flags, stop, log) {
    this.#flags = flags;
    this.#stop = stop;
    this.#log = log;
    this.#bitcoin = createBitcoin(flags.name);
  }

  async run() {
    const { restMs, blocks } = this.#flags;
    while (this.accepted < blocks) {
      const work = await this.#patiently(() => this.#ask("mnr_getWork"));
      const block = await this.#search(work);
      if (block === undefined) continue;
      await this.#submit(block);
      if (restMs > 0 && this.accepted < blocks)
        await pause(restMs, undefined, { signal: this.#stop });
    }
  }

  #ask(method, ...params) {
    return call(this.#flags.url, method, params, this.#stop);
  }

  /** Tries again for as long as the node is away. */
  async #patiently(attempt) {
    for (;;) {
      try {
        const result = await attempt();
        if (this.#isAway) this.#log("the node is back");
        this.#isAway = false;
        return result;
      } catch (error) {
        if (!(error instanceof AwayError)) throw error;
        if (!this.#isAway) this.#log(`the node is away, trying on: ${error.message}`);
        this.#isAway = true;
        await pause(this.#flags.pollMs, undefined, { signal: this.#stop });
      }
    }
  }

  /** The block time must stay near to Bitcoin's: on a chain that runs ahead the clock is no guide. */
  async #timeFor({ parentBlockHash }) {
    if (this.#parent.hash !== parentBlockHash) {
      const parent = await this.#patiently(() =>
        this.#ask("eth_getBlockByHash", parentBlockHash, false),
      );
      this.#parent = { hash: parentBlockHash, timestamp: Number(parent?.timestamp ?? 0) };
    }
    return Math.max(unixSeconds(), this.#parent.timestamp + 1);
  }

  /** @returns a block, or undefined when the node has newer work. */
  async #search(work) {
    const newer = new AbortController();
    const { blockHashForMergedMining, target } = work;
    const time = await this.#timeFor(work);
    const signal = AbortSignal.any([newer.signal, this.#stop]);
    const found = new AbortController();
    const watching = this.#watch(work, newer, AbortSignal.any([found.signal, this.#stop]));
    try {
      const hashForMergedMining = bytes(blockHashForMergedMining);
      return await this.#bitcoin.find(
        { hashForMergedMining, target: BigInt(target), time },
        signal,
      );
    } catch (error) {
      this.#stop.throwIfAborted();
      if (newer.signal.aborted) return undefined;
      throw error;
    } finally {
      found.abort();
      await watching;
    }
  }

  /** Asks from time to time, and ends the search when the work is another. */
  async #watch(work, newer, signal) {
    while (!signal.aborted) {
      try {
        await pause(this.#flags.pollMs, undefined, { signal });
        const latest = await call(this.#flags.url, "mnr_getWork", [], signal);
        if (latest.blockHashForMergedMining === work.blockHashForMergedMining) continue;
        this.#log(`newer work ${short(latest.blockHashForMergedMining)}`);
        return newer.abort();
      } catch (error) {
        // While the node is away the search goes on; when it is back it says what is wanted.
        const isPassing = error instanceof AwayError || error instanceof RefusedError;
        if (!signal.aborted && !isPassing) throw error;
      }
    }
  }

  async #submit(block) {
    const { method, params } = submissionOf(this.#flags.submit, block);
    try {
      const result = await this.#patiently(() => this.#ask(method, ...params));
      const word = Buffer.from(bytes(result.blockImportedResult)).toString("ascii");
      const isAccepted = word.startsWith("IMPORTED");
      if (isAccepted) this.accepted++;
      const number = Number(result.blockIncludedHeight);
      this.#log(`block ${number} ${result.blockHash} ${word}, ${this.accepted} accepted`);
      if (isAccepted) return;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.#log(`refused: ${error.message}`);
    }
    await pause(this.#flags.pollMs, undefined, { signal: this.#stop });
  }
}

/** @returns the exit code: 0 done or stopped, 1 refused by the node, 2 wrongly used. */
export async function main(args) {
  let flags;
  try {
    flags = readFlags(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`miner: ${error.message}\n\n${usage}`);
    return 2;
  }
  if (flags.isHelp) {
    process.stdout.write(usage);
    return 0;
  }
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());
  const log = (line) => process.stdout.write(`${flags.name}: ${line}\n`);
  const miner = new Miner(flags, stop.signal, log);
  log(`mining for ${flags.url}, handing in by ${flags.submit}`);
  try {
    await miner.run();
    log(`done, ${miner.accepted} accepted`);
    return 0;
  } catch (error) {
    if (stop.signal.aborted) {
      log(`stopped, ${miner.accepted} accepted`);
      return 0;
    }
    if (!(error instanceof RefusedError)) throw error;
    process.stderr.write(`miner: the node refused: ${error.message}\n`);
    return 1;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = await main(process.argv.slice(2));
}
