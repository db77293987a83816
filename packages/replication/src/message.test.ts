import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { recordPartsMax } from "./limits.js";
import { type LogMessage, messagesOf, RecordAssembler, storedMessage } from "./message.js";

const record = (id: string, bytes: number) => ({
  kind: "blocks" as const,
  id,
  epoch: 1,
  body: Uint8Array.from({ length: bytes }, (_, i) => i),
});

/** Returns the ids of the records that are assembled from messages, in their order. */
function assemble(messages: readonly LogMessage[]): string[] {
  const assembler = new RecordAssembler();
  return messages.flatMap((message, i) => {
    const entry = assembler.add({ ...message, sequence: i + 1 });
    return entry === undefined ? [] : [`${entry.id}@${entry.sequence}:${[...entry.body]}`];
  });
}

describe("messages of a record", () => {
  it("are as many as its bytes need, and one for none", () => {
    const lengths = (bytes: number) => messagesOf(record("a", bytes), 2).map((m) => m.body.length);
    assert.deepEqual([0, 1, 2, 3, 4].map(lengths), [[0], [1], [2], [2, 1], [2, 2]]);
  });

  it("are joined to the same record", () => {
    assert.deepEqual(assemble(messagesOf(record("a", 5), 2)), ["a@3:0,1,2,3,4"]);
  });

  it("are dropped if another writer appended before the last one", () => {
    const [first, second] = messagesOf(record("a", 5), 2) as [LogMessage, LogMessage];
    const other = messagesOf(record("b", 3), 2);
    assert.deepEqual(assemble([first, second, ...other]), ["b@4:0,1,2"]);
    assert.deepEqual(assemble([first, ...messagesOf(record("b", 1), 2)]), ["b@2:0"]);
  });

  it("are dropped if they have more bytes than a record, and the next record is read", () => {
    const messages = [...messagesOf(record("a", 5), 2), ...messagesOf(record("b", 4), 2)];
    const assembler = new RecordAssembler(4);
    const ids = messages.map((message, i) => assembler.add({ ...message, sequence: i + 1 })?.id);
    assert.deepEqual(ids, [undefined, undefined, undefined, undefined, "b"]);
  });

  it("are dropped if their beginning is missing", () => {
    const [, second, third] = messagesOf(record("a", 5), 2) as LogMessage[];
    const rest = [second, third] as LogMessage[];
    assert.deepEqual(assemble([...rest, ...messagesOf(record("b", 1), 2)]), ["b@3:0"]);
    const [, tail] = messagesOf(record("b", 3), 2) as LogMessage[];
    assert.deepEqual(
      assemble([...messagesOf(record("a", 5), 2).slice(0, 1), tail as LogMessage]),
      [],
    );
  });
});

describe("a message of the log", () => {
  const headers = { kind: "blocks", id: "a", epoch: "7", part: "1/3", version: "1" };
  const body = Uint8Array.of(1);

  it("is read from its headers", () => {
    const expected = { kind: "blocks", id: "a", epoch: 7, part: 1, parts: 3, body, sequence: 9 };
    assert.deepEqual(storedMessage(headers, body, 9), expected);
  });

  it("is of an unknown kind, of no epoch and complete, if a header is not that of a record", () => {
    const wrong = [
      { kind: "snapshot" },
      { kind: "" },
      ...["", "x", "-1", "1.5", "1e3", "NaN", "9007199254740993"].map((epoch) => ({ epoch })),
      ...["", "1", "1/", "3/3", "-1/2", "0/0", "a/b", "0/1/2"].map((part) => ({ part })),
      { part: `0/${recordPartsMax + 1}` },
    ];
    const expected = { kind: "unknown", id: "a", epoch: 0, part: 0, parts: 1, body, sequence: 9 };
    for (const change of wrong) {
      const message = storedMessage({ ...headers, ...change }, body, 9);
      assert.deepEqual(message, expected, JSON.stringify(change));
      assert.equal(new RecordAssembler().add(message)?.sequence, 9);
    }
  });

  it("is a newer record if its version is higher, whatever its other headers are", () => {
    for (const change of [{}, { kind: "merge" }, { epoch: "" }, { part: "0/9999999" }]) {
      const { kind } = storedMessage({ ...headers, ...change, version: "2" }, body, 9);
      assert.equal(kind, "newer", JSON.stringify(change));
    }
    for (const version of ["", "0", "1", "-2", "2x"]) {
      assert.equal(storedMessage({ ...headers, version }, body, 9).kind, "blocks", version);
    }
  });
});
