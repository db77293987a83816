/** Provides a node with calls that are answered once a test releases them. */
import { fakeBackend } from "./fake-backend.js";
import { smallChain } from "./serve.js";

/** Returns the node; the result of each call is a byte with its number, from 1. `begins` resolves when one has begun. */
export function heldCall() {
  const { genesis, block } = smallChain();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begun = () => {};
  const begins = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let calls = 0;
  const call = async () => {
    const number = ++calls;
    begun();
    await released;
    return Uint8Array.of(number);
  };
  return { backend: fakeBackend([genesis, block], { call }), begins, release };
}
