import assert from "node:assert/strict";
import { test } from "node:test";
import { runSync } from "@tandem/runtime";
import fc from "fast-check";
import { RpcError } from "../../contract/errors.js";
import { defaultLimits } from "../../limits.js";
import { type JsonBounds, parseSteps } from "./json-slices.js";

const bounds = defaultLimits;
const read = (text: string, within: JsonBounds) => {
  const found = runSync(parseSteps(text, within));
  return found instanceof RpcError ? found : found.value;
};
const parse = (text: string) => read(text, bounds);

/** Returns the value, or that it is refused. */
function outcomeOf(read: (text: string) => unknown, text: string): unknown {
  try {
    return { value: read(text) };
  } catch (error) {
    assert.ok(error instanceof SyntaxError, String(error));
    return "refused";
  }
}

const same = (text: string) => {
  assert.deepEqual(outcomeOf(parse, text), outcomeOf(JSON.parse, text), text);
  return true;
};

test("a text has the value that JSON.parse returns, with blanks between all its parts", () => {
  const value = fc.jsonValue({ maxDepth: 5 });
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 2, "\t", "\r\n"), (given, space) =>
      same(JSON.stringify(given, undefined, space)),
    ),
  );
});

test("a damaged text is refused if JSON.parse refuses it", () => {
  const piece = fc.constantFrom(
    ..."{}[]:,\"\\ \t\n\u0001\u00e9'-+.eE019nulltruefalse",
    "\\u00e9",
    "\\x",
    '""',
    '"__proto__":1',
    "1e5",
    "-0",
    "01",
    "null",
    "NaN",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => same(pieces.join(""))),
    { numRuns: 3000 },
  );
  fc.assert(
    fc.property(fc.json(), fc.nat(), piece, (text, at, put) => {
      const place = at % (text.length + 1);
      return same(text.slice(0, place) + put + text.slice(place + 1));
    }),
    { numRuns: 2000 },
  );
});

test("the last of members with one name counts, and __proto__ is an ordinary name", () => {
  same('{"a":1,"a":[2],"__proto__":{"x":1},"constructor":null,"1":0}');
  const found = parse('{"__proto__":{"isAdmin":true}}') as { readonly isAdmin?: boolean };
  assert.equal(found.isAdmin, undefined);
});

test("a text that is nested too deep or has too many entries is refused before it is read completely", () => {
  const refusal = (text: string) => {
    const refused = parse(text);
    assert.ok(refused instanceof RpcError, text.slice(0, 80));
    return refused.message;
  };
  assert.match(refusal(`${"[".repeat(65)}no JSON`), /json-depth is at most 64/);
  assert.match(refusal(`[${"{},".repeat(1000)}no JSON`), /batch-entries is at most 1000/);
  same(`${"[".repeat(64)}${"]".repeat(64)}`);
  same(`[${Array(1000).fill("{}").join()}]`);
  same(`{"a":[${Array(1500).fill("{}").join()}]}`);
});

test("an object with too many members is refused", () => {
  const members = (count: number) => Array.from({ length: count }, (_, i) => `"${i}":1`).join();
  const most = { ...bounds, jsonMembersMax: 3 };
  const fitting = `[{${members(3)}},{${members(3)}},[1,2,3,4]]`;
  assert.deepEqual(read(fitting, most), JSON.parse(fitting));
  for (const text of [`{${members(4)}}`, `[{"a":{${members(4)}}}]`, `{"a":1,"a":1,"a":1,"a":1}`]) {
    const refused = read(text, most);
    assert.ok(refused instanceof RpcError, text);
    assert.match(refused.message, /json-members is at most 3/);
  }
});

test("reading yields after a number of values", () => {
  const steps = parseSteps(JSON.stringify(Array(900).fill([1, 2, 3])), bounds);
  let yields = 0;
  while (steps.next().done !== true) yields++;
  assert.ok(yields >= 3, `${yields}`);
});
