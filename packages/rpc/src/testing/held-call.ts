/** Provides a node with a call that is answered once a test releases it. */
import { fakeBackend } from "./fake-backend.js";
import { smallChain } from "./serve.js";

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
  const call = async () => {
    begun();
    await released;
    return Uint8Array.of(1);
  };
  return { backend: fakeBackend([genesis, block], { call }), begins, release };
}
