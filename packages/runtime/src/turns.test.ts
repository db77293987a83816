import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Turns } from "./turns.js";

const wanted = () => {};

/** Begins tasks that note their names once they run. */
function tasks(options = { max: 4, clientMax: 3 }) {
  const turns = new Turns(options);
  const begun: string[] = [];
  const begin = async (clientId: string, name: string, check = wanted) => {
    await turns.begin(clientId, check);
    begun.push(name);
  };
  /** Ends a task of the client, and returns what has begun since the last time. */
  const afterEnd = async (clientId?: string) => {
    if (clientId !== undefined) turns.end(clientId);
    await new Promise(setImmediate);
    return begun.splice(0);
  };
  return { begin, afterEnd };
}

describe("turns of tasks", () => {
  it("are given at once up to the limits, in all and for a client, and later in the order of the requests", async () => {
    const { begin, afterEnd } = tasks();
    for (const name of ["a1", "a2", "a3", "a4", "a5"]) void begin("a", name);
    assert.deepEqual(await afterEnd(), ["a1", "a2", "a3"]);
    void begin("b", "b1");
    void begin("b", "b2");
    assert.deepEqual(await afterEnd(), ["b1"]);
    assert.deepEqual(await afterEnd("b"), ["b2"]);
    assert.deepEqual(await afterEnd("b"), [], "a client at its limit leaves the rest to others");
    assert.deepEqual(await afterEnd("a"), ["a4"]);
    assert.deepEqual(await afterEnd("a"), ["a5"]);
    for (const clientId of ["a", "a", "a"]) assert.deepEqual(await afterEnd(clientId), []);
    void begin("a", "a6");
    assert.deepEqual(await afterEnd(), ["a6"]);
  });

  it("are given first to the client of which the fewest tasks run, and in rotation if they are as many", async () => {
    const { begin, afterEnd } = tasks({ max: 3, clientMax: 3 });
    for (const name of ["a1", "a2", "a3", "a4"]) void begin("a", name);
    for (const name of ["b1", "b2", "b3"]) void begin("b", name);
    void begin("c", "c1");
    assert.deepEqual(await afterEnd(), ["a1", "a2", "a3"]);
    assert.deepEqual(await afterEnd("a"), ["b1"]);
    assert.deepEqual(await afterEnd("a"), ["c1"]);
    assert.deepEqual(await afterEnd("a"), ["a4"]);
    assert.deepEqual(await afterEnd("c"), ["b2"]);
    assert.deepEqual(await afterEnd("a"), ["b3"]);
  });

  it("pass on from a task that is no longer wanted", async () => {
    const { begin, afterEnd } = tasks({ max: 1, clientMax: 1 });
    void begin("a", "a1");
    const gone = begin("a", "a2", () => {
      throw new Error("gone");
    });
    void begin("b", "b1");
    void begin("a", "a3");
    const refused = assert.rejects(gone, /gone/);
    assert.deepEqual(await afterEnd("a"), ["a1", "b1"]);
    assert.deepEqual(await afterEnd("b"), ["a3"]);
    await refused;
  });
});
