import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { jsonProblem } from "./json-problem.js";

const problemOf = (text: string) => {
  const found = jsonProblem(text);
  return found && `${found.line}:${found.column} ${found.expected}`;
};

it("returns line, column and the expected token", () => {
  assert.equal(problemOf('{"port": 1,\n "x": }'), "2:7 a value");
  assert.equal(problemOf('{"port": 1\n "x": 2}'), "2:2 a comma or }");
  assert.equal(problemOf('{"port": 1,\n}'), "2:1 a name in double quotes");
  assert.equal(problemOf("{port: 1}"), "1:2 a name in double quotes or }");
  assert.equal(problemOf('{"a" 1}'), "1:6 a colon");
  assert.equal(problemOf("[1, 2"), "1:6 a comma or ]");
  assert.equal(problemOf("[01]"), "1:2 a value or ]");
  assert.equal(problemOf('["a\nb"]'), "1:2 a value or ]");
  assert.equal(problemOf("{} x"), "1:4 the end");
  assert.equal(problemOf(""), "1:1 a value");
  assert.equal(problemOf("nul"), "1:1 a value");
});

it("finds no problem in JSON, and one in every truncated text", () => {
  fc.assert(
    fc.property(fc.object(), fc.nat(), (value, cut) => {
      const text = JSON.stringify(value, undefined, 1);
      assert.equal(jsonProblem(text), undefined);
      const part = text.slice(0, cut % text.length);
      assert.notEqual(jsonProblem(part), undefined, part);
    }),
  );
});
