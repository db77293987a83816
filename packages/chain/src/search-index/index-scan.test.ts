/** Tests how much work a search in the index does after its client has left, and between two looks at that. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it, type Mock, mock } from "node:test";
import { fromHex, type LogFilter } from "@tandem/primitives";
import { type Cancellation, sliceMs } from "@tandem/runtime";
import { positions, type Reader, table } from "@tandem/store";
import { chainLimits } from "../limits.js";
import { readBlocks } from "../reads/blocks.js";
import { scanLogs } from "../reads/logs.js";
import { creation, openSmallChain, type SmallChain, smallSpec } from "../testing/small-chain.js";
import { criteriaOf } from "./index-keys.js";
import { scanIndex } from "./index-scan.js";

/** Two logs: one has the topics 7 and 9, the other the topics 6 and 8. */
const initCode = fromHex("0x600960075f5fa2600860065f5fa200");
const blocks = chainLimits.logRangeDirect + 8;

const topic = (number: number) => new Uint8Array(32).fill(number, 31);
/** Each of the two topics is in every block, and no log has both. */
const filter: LogFilter = { addresses: [], topics: [[topic(7)], [topic(8)]] };

describe("a search in the index that finds nothing", () => {
  let small: SmallChain;
  let decode: Mock<typeof positions.decode>;
  let clock: Mock<typeof performance.now>;
  before(async () => {
    small = await openSmallChain("manual");
    for (let nonce = 0; nonce < blocks; nonce++) {
      await small.chain.submit(creation(0, nonce, initCode, 100_000n));
      await small.chain.miner.mine();
    }
    // Each read of the clock is later by more than half a slice, so that each step ends one.
    let now = performance.now();
    clock = mock.method(performance, "now", () => {
      now += 0.6 * sliceMs;
      return now;
    });
    decode = mock.method(positions, "decode");
  });
  beforeEach(() => decode.mock.resetCalls());
  after(async () => {
    decode.mock.restore();
    clock.mock.restore();
    await small.destroy();
  });

  /** Is cancelled at its first or at no look, and counts the lists decoded between two looks. */
  const watch = (isAborted: boolean) => {
    const seen = { decodedMost: 0, looks: 0 };
    let decoded = 0;
    const look = () => {
      seen.looks++;
      seen.decodedMost = Math.max(seen.decodedMost, decode.mock.callCount() - decoded);
      decoded = decode.mock.callCount();
      return isAborted;
    };
    const cancellation = {
      get isAborted() {
        return look();
      },
    };
    return { seen, look, cancellation };
  };

  /** Scans the index for the two topics. */
  async function scan(reader: Reader, cancellation: Cancellation) {
    const criteria = criteriaOf(filter);
    const search = { reader, table: table.logIndex, criteria, from: 0, to: blocks, cancellation };
    for await (const { height } of scanIndex(search)) assert.fail(`hits at ${height}`);
  }

  it("decodes one list of each criterion at most between two looks", async () => {
    const { seen, look, cancellation } = watch(false);
    await scan(small.store, cancellation);
    look();
    assert.ok(seen.looks > blocks, `${seen.looks} looks`);
    assert.ok(seen.decodedMost <= 2, `${seen.decodedMost} lists`);
    assert.equal(decode.mock.callCount(), 2 * blocks);
  });

  it("ends at the first look after its client has left", async () => {
    const { seen, cancellation } = watch(true);
    await assert.rejects(scan(small.store, cancellation), { name: "AbortError" });
    assert.equal(seen.looks, 1);
    assert.ok(decode.mock.callCount() <= 2);
  });

  it("decodes no list to find out that most blocks have hits", async () => {
    const { cancellation } = watch(false);
    const { store } = small;
    const search = { store, blocks: readBlocks(store, smallSpec), filter, cancellation };
    for await (const hits of scanLogs(search, 0, blocks)) assert.deepEqual(hits, []);
    assert.equal(decode.mock.callCount(), 0);
  });
});
