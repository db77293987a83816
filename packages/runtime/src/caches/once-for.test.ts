import assert from "node:assert/strict";
import { test } from "node:test";
import { onceFor } from "./once-for.js";

test("a value is computed once for each object, not for equal ones", () => {
  const computed: object[] = [];
  const boxOf = onceFor((key: { readonly name: string }) => {
    computed.push(key);
    return { name: key.name };
  });
  const [one, equal] = [{ name: "a" }, { name: "a" }];
  assert.equal(boxOf(one), boxOf(one));
  assert.notEqual(boxOf(one), boxOf(equal));
  assert.deepEqual(computed, [one, equal]);
});
