/**
 * Implements `tandem miner`, an external miner: it requests work, finds Bitcoin blocks with the work's
 * tag in their coinbase, and submits them, as a mining pool does.
 */
import { setTimeout as pause } from "node:timers/promises";
import {
  integer,
  maybe,
  oneOf,
  readFlags,
  text,
  toggle,
  type Values,
  value,
  writeJson,
} from "@tandem/cli";
import { toHex } from "@tandem/primitives";
import { type Client, ConnectionError, httpClient, RpcError } from "@tandem/rpc/client";
import { type LinkedAbort, linkAbort, onEndSignal, systemClock } from "@tandem/runtime";
import { urlOption, withoutNode } from "../../config/url-option.js";
import { shortHash } from "../../console/short-forms.js";
import type { CommandBody } from "../command-body.js";
import { createBitcoin, type FoundBlock, submissions, type Way } from "./bitcoin.js";

/** The name is in a coinbase script of at most 100 bytes, with the height and a counter. */
const nameBytesMax = 60;
const countMax = 999_999_999;

const ways = Object.keys(submissions) as Way[];

const options = {
  url: { ...urlOption, about: "the node, with its API key as path if it requires one" },
  name: value(
    maybe(
      text.refine(
        (name) => Buffer.byteLength(name) <= nameBytesMax,
        `expected at most ${nameBytesMax} bytes`,
      ),
    ),
    undefined,
    "TEXT",
    "name in the coinbase, so that two miners find different blocks [miner-PID]",
  ),
  submit: value(
    oneOf(...ways),
    "partial",
    ways.join("|"),
    "method with which blocks are submitted",
  ),
  "poll-ms": value(
    integer(1, countMax),
    2000,
    "N",
    "milliseconds between two requests for newer work",
  ),
  "rest-ms": value(
    integer(0, countMax),
    0,
    "N",
    "milliseconds of pause after a block, if blocks are found at once",
  ),
  blocks: value(
    maybe(integer(1, countMax)),
    undefined,
    "N",
    "number of accepted blocks after which it stops [never]",
  ),
  json: toggle("print a line of JSON for each event instead of sentences"),
};

type Flags = Values<typeof options>;
type Work = Awaited<ReturnType<Client["mnr_getWork"]>>;

export const body: CommandBody = {
  about:
    "Mines for a node as an external miner, by mnr_getWork and the mnr_submitBitcoinBlock methods.",
  options,
  notes: "Exit code: 0 done or stopped, 1 the node refused work, 2 a flag is wrong.",
  withoutOutput: () => "end",
  async run({ given, output, errors }) {
    const flags = readFlags(options, given);
    const { name = `miner-${process.pid}` } = flags;
    const stop = new AbortController();
    const release = onEndSignal(() => stop.abort());
    const tell: Tell = (event, facts, sentence) => {
      const isAboutNode = event === "away" || event === "back";
      if (flags.json) writeJson(output, { event, miner: name, ...facts });
      else (isAboutNode ? errors : output).write(`${name}: ${sentence}\n`);
    };
    const miner = new Miner(name, flags, stop.signal, tell);
    const { url, submit } = flags;
    tell("started", { url, submit }, `mining for ${url}, submitting by ${submit}`);
    const ended = (event: string) => {
      const { accepted } = miner;
      tell(event, { accepted }, `${event}, ${accepted} accepted`);
    };
    try {
      await miner.run();
      ended("done");
    } catch (error) {
      if (!stop.signal.aborted) throw error;
      ended("stopped");
    } finally {
      release();
    }
    return 0;
  },
};

/** Prints an event as a sentence, or as JSON with its facts. */
type Tell = (event: string, facts: object, sentence: string) => void;

const short = (hash: Uint8Array) => shortHash(toHex(hash));

/** Mines until it is stopped or has found the requested number of blocks. */
class Miner {
  readonly #flags: Flags;
  readonly #stop: AbortSignal;
  readonly #tell: Tell;
  readonly #bitcoin;
  readonly #client: Client;
  #isAway = false;
  accepted = 0;

  constructor(name: string, flags: Flags, stop: AbortSignal, tell: Tell) {
    this.#flags = flags;
    this.#stop = stop;
    this.#tell = tell;
    this.#bitcoin = createBitcoin(name);
    this.#client = httpClient(flags.url, { signal: stop });
  }

  /**
   * @throws {RpcError} if the node has no work.
   * @throws the reason of `stop`.
   */
  async run(): Promise<void> {
    const { blocks = Number.POSITIVE_INFINITY, "rest-ms": restMs } = this.#flags;
    while (this.accepted < blocks) {
      const work = await this.#patiently(() => this.#client.mnr_getWork());
      const block = await this.#search(work);
      if (block === undefined) continue;
      await this.#submit(block);
      if (restMs > 0 && this.accepted < blocks) await this.#pause(restMs);
    }
  }

  #pause(ms: number, signal = this.#stop): Promise<unknown> {
    return pause(ms, undefined, { signal });
  }

  /** Repeats an attempt while the node is unreachable. */
  async #patiently<T>(attempt: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const result = await attempt();
        if (this.#isAway) this.#tell("back", {}, "the node answers again");
        this.#isAway = false;
        return result;
      } catch (error) {
        this.#stop.throwIfAborted();
        if (!(error instanceof ConnectionError)) throw error;
        const { message: reason } = error;
        const { "poll-ms": pollMs } = this.#flags;
        if (!this.#isAway) {
          const sentence = `trying again every ${pollMs} ms: ${reason}: ${withoutNode}`;
          this.#tell("away", { reason }, sentence);
        }
        this.#isAway = true;
        await this.#pause(pollMs);
      }
    }
  }

  /**
   * Returns the time of the node's next block in Unix seconds, near which Bitcoin's must be. The clock
   * of a node under development may be hours from this one's.
   */
  async #time(): Promise<number> {
    const pending = await this.#patiently(() =>
      this.#client.eth_getBlockByNumber({ block: { tag: "pending" } }),
    );
    return pending?.timestamp ?? Math.floor(systemClock.now() / 1000);
  }

  /** Returns a block, or undefined if the node has newer work. */
  async #search(work: Work): Promise<FoundBlock | undefined> {
    const time = await this.#time();
    const target = BigInt(toHex(work.target));
    const hashForMergedMining = work.blockHashForMergedMining;
    const [newer, found] = [linkAbort(this.#stop), linkAbort(this.#stop)];
    const watching = this.#watch(work, newer, found.signal);
    try {
      return await this.#bitcoin.find({ hashForMergedMining, target, time }, newer.signal);
    } catch (error) {
      this.#stop.throwIfAborted();
      if (newer.signal.aborted) return undefined;
      throw error;
    } finally {
      found.abort();
      await watching;
      newer.release();
      found.release();
    }
  }

  /** Polls for work, and ends the search if it has changed. */
  async #watch(work: Work, newer: LinkedAbort, signal: AbortSignal): Promise<void> {
    const mined = toHex(work.blockHashForMergedMining);
    while (!signal.aborted) {
      try {
        await this.#pause(this.#flags["poll-ms"], signal);
        const latest = await this.#client.mnr_getWork();
        if (toHex(latest.blockHashForMergedMining) === mined) continue;
        const { blockHashForMergedMining } = latest;
        const sentence = `newer work ${short(blockHashForMergedMining)}`;
        this.#tell("newer-work", { blockHashForMergedMining }, sentence);
        return newer.abort();
      } catch (error) {
        // While the node is unreachable the search continues; when it is reachable it returns the
        // current work.
        const isPassing = error instanceof ConnectionError || error instanceof RpcError;
        if (!signal.aborted && !isPassing) throw error;
      }
    }
  }

  async #submit(block: FoundBlock): Promise<void> {
    const submit = submissions[this.#flags.submit];
    try {
      const result = await this.#patiently(() => submit(this.#client, block));
      const word = result.blockImportedResult;
      const isAccepted = word.startsWith("IMPORTED");
      if (isAccepted) this.accepted++;
      const { blockIncludedHeight: number, blockHash: hash } = result;
      const facts = { number, hash, result: word, accepted: this.accepted };
      const sentence = `block ${number} ${short(hash)} ${word}, ${this.accepted} accepted`;
      this.#tell("submitted", facts, sentence);
      if (isAccepted) return;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      const { code, message } = error;
      this.#tell("refused", { code, message }, `refused: ${code} ${message}`);
    }
    await this.#pause(this.#flags["poll-ms"]);
  }
}
