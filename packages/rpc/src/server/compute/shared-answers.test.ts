import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { SharedAnswer } from "../../backend/compute-port.js";
import {
  bytesOf,
  readShared,
  releaseShared,
  SharedAnswers,
  sharedAnswersMax,
  sharedBytesMax,
} from "./shared-answers.js";

/** Takes memory and fills it. */
function answerOf(answers: SharedAnswers, length: number, byte: number): SharedAnswer {
  const answer = answers.take(length);
  assert.ok(answer);
  bytesOf(answer).fill(byte);
  return answer;
}

describe("answers in shared memory", () => {
  it("are read in pieces, and their memory is reused afterwards", () => {
    const answers = new SharedAnswers();
    const first = answerOf(answers, 1_000_000, 1);
    const pieces = [...readShared(first).pieces(false)];
    assert.ok(pieces.length > 1);
    assert.deepEqual(Buffer.concat(pieces), Buffer.alloc(1_000_000, 1));
    const second = answerOf(answers, 900_000, 2);
    assert.equal(second.memory, first.memory);
    assert.equal(pieces[0]?.[0], 1, "who asked for pieces that stay has copies");
  });

  it("keep their memory until they are read, released or collected", () => {
    const answers = new SharedAnswers();
    const held = Array.from({ length: sharedAnswersMax }, (_, i) => answerOf(answers, 500_000, i));
    assert.equal(answers.take(1), undefined);
    const pieces = readShared(held[0] as SharedAnswer)
      .pieces(true)
      [Symbol.iterator]();
    pieces.next();
    assert.equal(answers.take(1), undefined);
    pieces.return?.();
    assert.equal(answers.take(1)?.memory, held[0]?.memory);
    releaseShared(held[1] as SharedAnswer);
    assert.equal(answers.take(1)?.memory, held[1]?.memory);
  });

  it("get larger memory when they need it, up to a limit", () => {
    const answers = new SharedAnswers();
    for (let i = 0; i < sharedAnswersMax; i++) answerOf(answers, 1, i);
    assert.equal(answers.take(100_000), undefined);
    const other = new SharedAnswers();
    for (const length of [1, 100_000, 3_000_000, sharedBytesMax]) {
      const answer = answerOf(other, length, 7);
      assert.equal(readShared(answer).toString().length, length);
    }
    assert.equal(other.take(sharedBytesMax + 1), undefined);
  });

  it("can be read only once", () => {
    const json = readShared(answerOf(new SharedAnswers(), 10, 1));
    json.toString();
    assert.throws(() => json.toString(), /read only once/);
  });
});
