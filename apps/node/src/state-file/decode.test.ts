import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { Fault, toHex } from "@tandem/primitives";
import fc from "fast-check";
import { decodeState } from "./decode.js";
import { JsonReader } from "./json-reader.js";

const address = `0x${"ab".repeat(20)}`;
const bytesOf = (value: unknown) => new Uint8Array(Buffer.from(JSON.stringify(value)));
const messageOf = async (bytes: Uint8Array) => {
  const failure = await decodeState(bytes).catch((error) => error);
  assert.ok(failure instanceof Fault && failure.data.code === "bad-request", String(failure));
  return failure.message;
};

describe("a dumped state", () => {
  it("is read with any data around its accounts, and any form of its text", async () => {
    const word = fc.integer({ min: 0 }).map((n) => `0x${n.toString(16)}`);
    const account = fc.record(
      {
        nonce: fc.nat(),
        balance: word,
        code: fc.constantFrom("0x", "0x6001"),
        storage: fc.option(fc.dictionary(word, word, { maxKeys: 5 })),
        unknown: fc.json(),
      },
      { requiredKeys: [] },
    );
    const addresses = fc.integer({ min: 0 }).map((n) => `0x${n.toString(16).padStart(40, "0")}`);
    const file = fc.record({
      block: fc.jsonValue(),
      accounts: fc.dictionary(addresses, account, { maxKeys: 5 }),
      blocks: fc.array(fc.jsonValue()),
    });
    await fc.assert(
      fc.asyncProperty(file, fc.nat({ max: 3 }), fc.boolean(), async (given, indent, isPacked) => {
        const plain = new Uint8Array(Buffer.from(JSON.stringify(given, null, indent)));
        const read = await decodeState(isPacked ? gzipSync(plain) : plain);
        const expected = Object.entries(given.accounts).map(([at, one]) => ({
          at,
          nonce: BigInt(one.nonce ?? 0),
          balance: BigInt(one.balance ?? 0),
          code: one.code ?? "0x",
          state: Object.entries(one.storage ?? {}).map((pair) => pair.map(BigInt)),
        }));
        const found = read.map(([at, { nonce, balance, code, state }]) => ({
          at: toHex(at),
          nonce,
          balance,
          code: toHex(code ?? new Uint8Array()),
          state: (state ?? []).map((pair) => pair.map((bytes) => BigInt(toHex(bytes)))),
        }));
        assert.deepEqual(found, expected);
      }),
    );
  });

  it("may begin with a byte order mark, compressed or not", async () => {
    const marked = Buffer.from(`\ufeff${JSON.stringify({ accounts: { [address]: {} } })}`);
    for (const bytes of [marked, gzipSync(marked)]) {
      assert.equal((await decodeState(new Uint8Array(bytes))).length, 1);
    }
  });

  it("is not read to its end once the node leaves", async () => {
    const names = Array.from({ length: 20_000 }, (_, n) => `0x${`${n}`.padStart(40, "0")}`);
    const plain = bytesOf({ accounts: Object.fromEntries(names.map((name) => [name, {}])) });
    for (const bytes of [plain, gzipSync(plain)]) {
      const leaving = new AbortController();
      let told = 0;
      const tell = () => {
        told++;
        leaving.abort();
      };
      const reading = decodeState(bytes, { tell, leaving: leaving.signal });
      await assert.rejects(reading, { name: "AbortError" });
      assert.ok(told < names.length, `${told}`);
    }
  });

  it("has texts that are read in steps, and names that are short", async () => {
    const text = (part: string) => part.repeat(1_000_000);
    const withText = (part: string) => Buffer.from(`{"accounts":{},"b":"${text(part)}"}`);
    for (const bytes of [withText('\\"'), withText("\\\\")]) {
      let steps = 0;
      const reader = new JsonReader(bytes);
      const members = reader.members(() => reader.pass());
      while (members.next().done !== true) steps++;
      assert.ok(steps > 20, `${steps} steps`);
      assert.equal((await decodeState(bytes)).length, 0);
    }
    const long = "a".repeat(2000);
    for (const members of [{ [long]: 1 }, { accounts: { [address]: { nonce: long } } }]) {
      assert.match(await messageOf(bytesOf(members)), /expected at most 1000 bytes at byte \d+ of/);
    }
  });

  it("that is invalid is refused with a sentence that names the problem", async () => {
    assert.match(await messageOf(bytesOf({})), /expected accounts/);
    assert.match(await messageOf(bytesOf([])), /expected "\{" at byte 0/);
    assert.match(await messageOf(bytesOf({ accounts: { "0x12": {} } })), /0x12 is not an address/);
    const wrong = [{ nonce: -1 }, { balance: "much" }, { code: "0x1" }, { code: 1 }, { nonce: [] }];
    for (const account of [...wrong, { storage: { "0x1": 1 } }, { storage: { a: "0x1" } }, 7]) {
      await messageOf(bytesOf({ accounts: { [address]: account } }));
    }
    for (const amount of [-1, 1.5, 2 ** 53, 1e30, "much", "0x", null, true]) {
      for (const name of ["nonce", "balance"]) {
        assert.match(
          await messageOf(bytesOf({ accounts: { [address]: { [name]: amount } } })),
          new RegExp(`: expected an integer from 0, .* \\(at accounts\\.${address}\\.${name}\\)$`),
        );
      }
    }
    const text = JSON.stringify({ accounts: { [address]: { balance: "0x1" } } });
    for (let end = 0; end < text.length; end++) {
      await messageOf(new Uint8Array(Buffer.from(text.slice(0, end))));
    }
    await messageOf(new Uint8Array(Buffer.from(`${text}1`)));
    const packed = gzipSync(text);
    await messageOf(packed.subarray(0, packed.length - 9));
    await messageOf(gzipSync(Buffer.concat([gzipSync(text), gzipSync(text)])));
  });

  it("has codes that are no longer than those that requests set", async () => {
    const parts = [`{"accounts":{"${address}":{"code":"0x`, "5b".repeat(13_107_200), '"}}}'];
    const [[, account] = []] = await decodeState(Buffer.from(parts.join("")));
    assert.equal(account?.code?.length, 13_107_200);
    parts.splice(1, 0, "00");
    const message = await messageOf(Buffer.from(parts.join("")));
    assert.match(message, /expected at most 13107200 bytes at byte \d+ of the JSON$/);
  });

  it("has codes in hex with two digits for each byte", async () => {
    const digits = "5b6a".repeat(100_000);
    const withCode = (code: string) => bytesOf({ accounts: { [address]: { code } } });
    const [[, account] = []] = await decodeState(withCode(`0x${digits}`));
    assert.equal(toHex(account?.code ?? new Uint8Array()), `0x${digits}`);
    for (const code of ["", "0", digits, `0x${digits}a`, `0x${digits}zz`, `0X${digits}`]) {
      assert.match(await messageOf(withCode(code)), /expected 0x and two digits for each byte/);
    }
  });

  it("may have accounts and slots up to the given number", async () => {
    const other = `0x${"cd".repeat(20)}`;
    const bytes = bytesOf({
      accounts: { [address]: { storage: { "0x1": "0x2", "0x3": "0x4" } }, [other]: {} },
    });
    const told: number[] = [];
    const tell = (read: number, total: number) => told.push(read / total);
    assert.equal((await decodeState(bytes, { entriesMax: 4, tell })).length, 2);
    assert.equal(told.length, 2, "after each account");
    assert.ok(
      told.every((part, i) => part > (told[i - 1] ?? 0) && part <= 1),
      `${told}`,
    );
    await assert.rejects(decodeState(bytes, { entriesMax: 3 }), (error) => {
      assert.ok(error instanceof Fault);
      assert.deepEqual(error.data, { code: "limit-exceeded", limit: "state-entries", max: 3 });
      return true;
    });
  });
});
