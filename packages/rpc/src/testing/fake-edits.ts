/** Provides the part of a fake `Backend` that edits states and impersonates senders, without effect. */
import type { StateReader } from "@tandem/primitives";
import type { Backend } from "../server/backend/backend.js";

const bytes = (value: number) => new Uint8Array(32).fill(value);

/** @param state is passed to edits. */
export const fakeEdits = (
  state: StateReader,
): Pick<
  Backend,
  "self" | "dumpState" | "loadState" | "impersonated" | "sendTransaction" | "edit"
> => ({
  self: () => ({ instanceId: bytes(5), hardFork: "Osaka", forkedFrom: undefined }),
  dumpState: async () => Uint8Array.of(0x1f, 0x8b),
  async loadState() {},
  impersonated: { add() {}, remove: () => false, setAll() {} },
  sendTransaction: async () => bytes(6),
  async edit(change) {
    change(state);
  },
});
