import assert from "node:assert/strict";
import { it } from "node:test";
import { EVMError } from "@ethereumjs/evm";
import { type FailedResult, haltMessage } from "./halt-message.js";

it("an invalid opcode has geth's name: only the designated one (EIP-141) has a word", () => {
  const messageAt = (code: readonly number[], programCounter: number) =>
    haltMessage({
      exceptionError: new EVMError(EVMError.errorMessages.INVALID_OPCODE),
      runState: { code: Uint8Array.from(code), programCounter },
    } as unknown as FailedResult);
  assert.equal(messageAt([0x5b, 0xfe], 1), "invalid opcode: INVALID");
  assert.equal(messageAt([0x0c], 0), "invalid opcode: opcode 0xc not defined");
  assert.equal(messageAt([0xfe, 0xff], 1), "invalid opcode: opcode 0xff not defined");
});
