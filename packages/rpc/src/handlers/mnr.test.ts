import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Submission, SubmittedWork } from "@tandem/primitives";
import { Fault, toHex } from "@tandem/primitives";
import type { Backend } from "../backend/backend.js";
import { ask, block, call, dispatcher } from "../testing/ask.js";
import { hashOf } from "../testing/fake-values.js";
import { requestText } from "../testing/serve.js";

const header = "11".repeat(80);
const coinbase = "22".repeat(70);
const id = "33".repeat(32);
const sibling = "44".repeat(32);
const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));

/** Returns the submission that the backend receives. */
async function submissionOf(method: string, ...params: unknown[]): Promise<Submission> {
  const seen: Submission[] = [];
  const to = dispatcher({
    submitWork: async (submission) => {
      seen.push(submission);
      return { status: "head", hash: hashOf(1), number: 5 };
    },
  });
  const answer = await ask(requestText(method, params), to);
  assert.equal(answer.error, undefined, answer.error?.message);
  const [submission] = seen;
  assert.ok(submission);
  return submission;
}

const answerOf = (submitWork: Backend["submitWork"]) =>
  ask(requestText("mnr_submitBitcoinBlock", [header]), dispatcher({ submitWork }));

describe("work", () => {
  it("is returned with the reference's members, the target in 32 bytes and the fees in decimal", async () => {
    assert.deepEqual((await call("mnr_getWork")).result, {
      blockHashForMergedMining: toHex(hashOf(7)),
      target: `0x${"00".repeat(6)}01${"00".repeat(25)}`,
      feesPaidToMiner: "1260000000000",
      notify: true,
      parentBlockHash: toHex(block.hash),
    });
  });
});

describe("a submission", () => {
  it("is read with and without 0x, in either case", async () => {
    for (const text of [header, `0x${header}`, "aB".repeat(80), `0x${"Ab".repeat(80)}`]) {
      const plain = text.replace("0x", "");
      assert.deepEqual(await submissionOf("mnr_submitBitcoinBlock", text), {
        form: "block",
        block: bytes(plain),
      });
    }
  });

  it("has its hashes separated by white space, and ignores the first parameter", async () => {
    const lists = [`${id} ${sibling}`, `0x${id} 0x${sibling}`, ` ${id}\n\t ${sibling} `];
    for (const list of lists) {
      for (const named of ["", "0x", "nonsense", toHex(hashOf(9))]) {
        const parts = [named, header, coinbase, list];
        assert.deepEqual(await submissionOf("mnr_submitBitcoinBlockTransactions", ...parts), {
          form: "transactions",
          header: bytes(header),
          coinbase: bytes(coinbase),
          transactionIds: [bytes(id), bytes(sibling)],
        });
        const branch = "mnr_submitBitcoinBlockPartialMerkle";
        for (const count of ["2", "0x2", "1F4", "00000002"]) {
          assert.deepEqual(await submissionOf(branch, ...parts, count), {
            form: "branch",
            header: bytes(header),
            coinbase: bytes(coinbase),
            merkleHashes: [bytes(id), bytes(sibling)],
          });
        }
      }
    }
  });

  it("that is not hex is refused with the parameter's name", async () => {
    const cases: readonly (readonly [string, readonly unknown[], RegExp])[] = [
      ["mnr_submitBitcoinBlock", ["abc"], /params\[0\] \(block\)/],
      ["mnr_submitBitcoinBlock", ["zz"], /params\[0\] \(block\)/],
      ["mnr_submitBitcoinBlock", [5], /params\[0\] \(block\)/],
      ["mnr_submitBitcoinBlock", [], /params\[0\] \(block\)/],
      ["mnr_submitBitcoinBlockTransactions", [1, header, coinbase, id], /\(blockHash\)/],
      ["mnr_submitBitcoinBlockTransactions", ["", "0xg0", coinbase, id], /\(blockHeader\)/],
      ["mnr_submitBitcoinBlockTransactions", ["", header, "1", id], /\(coinbase\)/],
      [
        "mnr_submitBitcoinBlockTransactions",
        ["", header, coinbase, `${id} 12`],
        /\(txnHashes\).* 1 /,
      ],
      [
        "mnr_submitBitcoinBlockPartialMerkle",
        ["", header, coinbase, `${id}${id}`, "1"],
        /\(merkleHashes\)/,
      ],
      [
        "mnr_submitBitcoinBlockPartialMerkle",
        ["", header, coinbase, id, "123456789"],
        /\(blockTxnCount\)/,
      ],
      ["mnr_submitBitcoinBlockPartialMerkle", ["", header, coinbase, id, 1], /\(blockTxnCount\)/],
    ];
    for (const [method, params, names] of cases) {
      const { error } = await call(method, ...params);
      assert.equal(error?.code, -32602, method);
      assert.match(error?.message ?? "", names);
    }
  });

  it("without any hash is refused with the reference's message", async () => {
    for (const empty of ["", "  "]) {
      const parts = ["", header, coinbase, empty, "1"];
      const { error } = await call("mnr_submitBitcoinBlockPartialMerkle", ...parts);
      assert.deepEqual(error, {
        code: -33000,
        message: "The list of merkle hashes can't be empty",
      });
    }
  });

  it("is answered with a word in hex, the hash and the height", async () => {
    const words: Readonly<Record<SubmittedWork["status"], string>> = {
      head: "IMPORTED_BEST",
      side: "IMPORTED_NOT_BEST",
      known: "EXIST",
      invalid: "INVALID_BLOCK",
      "no-parent": "NO_PARENT",
    };
    for (const [status, word] of Object.entries(words)) {
      const submitted = { status, hash: hashOf(3), number: 18 } as SubmittedWork;
      assert.deepEqual((await answerOf(async () => submitted)).result, {
        blockImportedResult: `0x${Buffer.from(word).toString("hex")}`,
        blockHash: toHex(hashOf(3)),
        blockIncludedHeight: "0x12",
      });
    }
  });

  it("that the node refuses results in -33000 with the reason and the rule, over a limit in -32005", async () => {
    const message = "Cannot publish block, could not find hash 0x00 in the cache";
    const plain = await answerOf(() => {
      throw new Fault({ code: "mining-refused", message });
    });
    assert.deepEqual(plain.error, { code: -33000, message });
    const ruled = await answerOf(async () => {
      throw new Fault({ code: "mining-refused", message, rule: "merged-mining/tag-late" });
    });
    assert.deepEqual(ruled.error, {
      code: -33000,
      message,
      data: { rule: "merged-mining/tag-late" },
    });
    const large = await answerOf(async () => {
      throw new Fault({ code: "limit-exceeded", limit: "bitcoin-block-bytes", max: 4_000_000 });
    });
    assert.equal(large.error?.code, -32005);
    assert.match(large.error?.message ?? "", /bitcoin-block-bytes/);
  });
});
