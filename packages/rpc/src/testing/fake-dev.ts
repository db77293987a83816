/** Provides the part of a fake `Backend` for development chains and for accounts, without effect. */
import type { StateReader } from "@tandem/primitives";
import type { AccountsApi } from "../backend/accounts-api.js";
import type { DevApi } from "../backend/dev-api.js";
import { fakeControls } from "./fake-controls.js";

const bytes = (value: number) => new Uint8Array(32).fill(value);

/** @param state is passed to edits. */
export const fakeDev = (
  state: StateReader,
): DevApi & Omit<AccountsApi, "fillTransaction" | "sendTransaction"> => ({
  controls: fakeControls(),
  mineUncle: async (depth) => bytes(depth),
  mineBranch: async ({ length }) => ({ hashes: Array(length).fill(bytes(1)), isHead: true }),
  extend: (hash) => hash ?? bytes(0),
  tip: () => bytes(0),
  dumpState: async () => Uint8Array.of(0x1f, 0x8b),
  async loadState() {},
  async restart() {},
  async setForkUrl() {},
  setLoggingEnabled: async () => {},
  impersonated: { add() {}, during: (_, task) => task(), remove: () => false, setAll() {} },
  accounts: () => [],
  sign: () => new Uint8Array(65).fill(7),
  signTransaction: async () => bytes(8),
  encodeTransaction: async () => bytes(8),
  async edit(change) {
    change(state);
  },
});
