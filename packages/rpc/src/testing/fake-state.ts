/** Provides the part of a fake `Backend` that reads accounts: they are the same after every block. */
import { emptyBytes, type StateReader, type StoredBlock } from "@tandem/primitives";
import type { StateApi } from "../backend/state-api.js";
import { blockAt } from "./fake-chain.js";
import { hashOf } from "./fake-values.js";

export const state: StateReader = {
  balanceOf: (address) => (address[0] === 0xf3 ? 10_000n * 10n ** 18n : 0n),
  nonceOf: () => 5n,
  codeOf: (address) => (address[0] === 0xcc ? Uint8Array.of(0x60, 0x01) : emptyBytes),
  storageAt: (_, slot) => slot,
};

export const fakeState = (chain: readonly StoredBlock[]): StateApi => ({
  stateAt: async (ref) => blockAt(chain, ref) && state,
  transactionCount: async (address, ref) => blockAt(chain, ref) && state.nonceOf(address),
  async proof(address, slots, ref) {
    if (blockAt(chain, ref) === undefined) return undefined;
    return {
      address,
      accountProof: [hashOf(1), hashOf(2)],
      balance: state.balanceOf(address),
      codeHash: hashOf(3),
      nonce: state.nonceOf(address),
      storageHash: hashOf(4),
      storageProof: slots.map((key) => ({ key, value: 6n, proof: [hashOf(5)] })),
    };
  },
  /** Returns the data of the call; a view of a token, with a selector and words, returns the overridden slot. */
  async call({ data = emptyBytes }, _, [override]) {
    const [slot] = override?.[1].stateDiff ?? [];
    return data.length >= 36 && slot !== undefined ? slot[1] : data;
  },
  estimateGas: async () => 21_000n,
  async simulate(_, ref) {
    const block = blockAt(chain, ref);
    if (block === undefined) return undefined;
    return [{ block: { ...block, hashForMergedMining: hashOf(7) }, calls: [] }];
  },
  async accessList({ to }, ref) {
    if (blockAt(chain, ref) === undefined) return undefined;
    const accessList = to === undefined ? [] : [{ address: to, storageKeys: [hashOf(6)] }];
    return { accessList, gasUsed: 26_000n };
  },
});
