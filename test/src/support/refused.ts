/** Checks requests that must be refused, and their errors. */
import assert from "node:assert/strict";
import { ask, type RpcAnswer } from "./rpc.js";

export const invalidParameters = -32602;
export const refusedTransaction = -32000;
export const reverted = 3;

/** Asserts that each of the parameter lists is answered by -32602 and a sentence. */
export async function assertInvalidParameters(
  url: string,
  method: string,
  lists: readonly (readonly unknown[])[],
): Promise<void> {
  for (const params of lists) {
    const asked = `${method}(${JSON.stringify(params)})`;
    assertError(await ask(url, method, params), invalidParameters, /\S/, asked);
  }
}

/** Asserts that the answer is an error with this code and message, and nothing else. */
export function assertError(
  answer: RpcAnswer,
  code: number,
  message: RegExp,
  about = "answer",
): void {
  const got = `${about}: ${JSON.stringify(answer).slice(0, 300)}`;
  assert.ok(answer.error !== undefined && !("result" in answer), got);
  assert.equal(answer.error.code, code, got);
  assert.match(answer.error.message, message, got);
  assert.equal(answer.jsonrpc, "2.0", got);
}
