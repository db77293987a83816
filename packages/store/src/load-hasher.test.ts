import assert from "node:assert/strict";
import { it } from "node:test";
import { Fault } from "@tandem/primitives";
import { loadHasher } from "./load-hasher.js";

it("says what to do if the system refuses the memory for a hash function", async () => {
  const refused = loadHasher(() => Promise.reject(new RangeError("Out of memory")));
  await assert.rejects(refused, (error) => error instanceof Fault && /ulimit/.test(error.message));
  const defect = new TypeError("a defect");
  await assert.rejects(
    loadHasher(() => Promise.reject(defect)),
    defect,
  );
});
