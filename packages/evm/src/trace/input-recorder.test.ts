import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { recordedInputBytesMax, recordedInputsMax } from "../limits.js";
import { InputRecorder } from "./input-recorder.js";

const [caller, watched] = [new Uint8Array(20).fill(1), new Uint8Array(20).fill(2)];
const frameOf = (input: Uint8Array) =>
  ({ opening: "call", from: caller, to: watched, gas: 0n, value: 0n, input }) as const;

describe("the recorded inputs of an account", () => {
  it("are those of its own frames, in order, as they were when the frame began", () => {
    const recorder = new InputRecorder(watched);
    const first = Uint8Array.of(1);
    recorder.begin(frameOf(first));
    first[0] = 9;
    recorder.begin({ ...frameOf(Uint8Array.of(2)), to: caller });
    recorder.begin({ ...frameOf(Uint8Array.of(3)), to: undefined, opening: "create" });
    // The code of the account, with the storage of its caller.
    for (const opening of ["delegatecall", "callcode"] as const) {
      recorder.begin({ ...frameOf(Uint8Array.of(4)), opening });
      recorder.begin({ ...frameOf(Uint8Array.of(5)), opening, from: watched, to: caller });
    }
    recorder.begin({ ...frameOf(Uint8Array.of(6)), opening: "staticcall" });
    assert.deepEqual(
      recorder.inputs.map(([byte]) => byte),
      [1, 5, 5, 6],
    );
  });

  it("are the first ones, in number and in bytes", () => {
    const many = new InputRecorder(watched);
    for (let i = 0; i <= recordedInputsMax; i++) many.begin(frameOf(Uint8Array.of(i)));
    assert.equal(many.inputs.length, recordedInputsMax);
    const large = new InputRecorder(watched);
    const half = frameOf(new Uint8Array(recordedInputBytesMax / 2));
    for (let i = 0; i < 3; i++) large.begin(half);
    large.begin(frameOf(Uint8Array.of(1)));
    assert.equal(large.inputs.length, 2);
  });
});
