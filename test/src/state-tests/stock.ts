/**
 * Runs a case through the unpatched library alone, by Ethereum's own rules: its state manager,
 * interpreter, cryptography and forks, without our code. It is the oracle of our own cases, and
 * shows whether a failure is caused by our code or by the library.
 */
import type { Common } from "@ethereumjs/common";
import { fromHex, toHex } from "@tandem/primitives";
import { messageOf } from "@tandem/runtime";
import type { StateCase } from "./format.js";
import { ancestorHash, type CaseOutcome, type CaseRunner, logsHashOf, noLogs } from "./outcome.js";
import type { UnpatchedLibrary } from "./unpatched-library.js";

const commons = new Map<string, Common>();

/** Created once for each fork, because a library is loaded once in a process. */
function commonOf({ common: { Common, Mainnet } }: UnpatchedLibrary, fork: string): Common {
  const known = commons.get(fork);
  if (known !== undefined) return known;
  const made = new Common({ chain: Mainnet, hardfork: fork.toLowerCase() });
  commons.set(fork, made);
  return made;
}

async function stateOf({ statemanager, util }: UnpatchedLibrary, common: Common, test: StateCase) {
  const state = new statemanager.MerkleStateManager({ common });
  for (const { address: bytes, balance, nonce = 0n, code, storage = [] } of test.accounts) {
    const address = new util.Address(bytes);
    await state.putAccount(address, new util.Account(nonce, balance));
    if (code !== undefined && code.length > 0) await state.putCode(address, code);
    for (const [slot, value] of storage) await state.putStorage(address, slot, value);
  }
  return state;
}

function blockOf({ block, util }: UnpatchedLibrary, common: Common, { env }: StateCase) {
  const isPostMerge = common.consensusType() === "pos";
  const header = {
    number: BigInt(env.currentNumber),
    timestamp: BigInt(env.currentTimestamp),
    coinbase: new util.Address(fromHex(env.currentCoinbase)),
    gasLimit: BigInt(env.currentGasLimit),
    ...(env.currentBaseFee === undefined ? {} : { baseFeePerGas: BigInt(env.currentBaseFee) }),
    ...(isPostMerge
      ? { mixHash: util.setLengthLeft(fromHex(evenly(env.currentRandom ?? "0x00")), 32) }
      : { difficulty: BigInt(env.currentDifficulty ?? "0x0") }),
    ...(common.isActivatedEIP(4844)
      ? { excessBlobGas: BigInt(env.currentExcessBlobGas ?? "0x0") }
      : {}),
  };
  return block.createBlock({ header }, { common, skipConsensusFormatValidation: true });
}

const evenly = (hex: string) => (hex.length % 2 === 0 ? hex : `0x0${hex.slice(2)}`);

/** An outcome with the state after it. */
export interface InspectedOutcome extends CaseOutcome {
  /** @param slot 32 bytes. */
  slot(address: string, slot: string): Promise<bigint>;
  balance(address: string): Promise<bigint>;
}

async function execute(library: UnpatchedLibrary, test: StateCase): Promise<InspectedOutcome> {
  const { vm: vmPackage, tx: txPackage, util } = library;
  const common = commonOf(library, test.fork);
  const stateManager = await stateOf(library, common, test);
  const inspect = {
    slot: async (address: string, slot: string) =>
      util.bytesToBigInt(
        await stateManager.getStorage(new util.Address(fromHex(address)), fromHex(slot)),
      ),
    balance: async (address: string) =>
      (await stateManager.getAccount(new util.Address(fromHex(address))))?.balance ?? 0n,
  };
  const before = toHex(await stateManager.getStateRoot());
  const blockchain = {
    getBlock: async (number: number) => ({ hash: () => ancestorHash(number) }),
    putBlock: async () => {},
    shallowCopy: () => blockchain,
  };
  const vm = await vmPackage.createVM({ common, stateManager, blockchain });
  try {
    const tx = txPackage.createTxFromRLP(fromHex(test.post.txbytes), { common });
    const block = blockOf(library, common, test);
    const { execResult } = await vmPackage.runTx(vm, { tx, block });
    const logs = execResult.logs ?? [];
    const root = toHex(await stateManager.getStateRoot());
    return { stateRoot: root, logsHash: logsHashOf(logs), refusal: undefined, ...inspect };
  } catch (cause) {
    const refusal = messageOf(cause);
    return { stateRoot: before, logsHash: noLogs, refusal, ...inspect };
  }
}

export const createInspectingRunner =
  (library: UnpatchedLibrary) =>
  (test: StateCase): Promise<InspectedOutcome> =>
    execute(library, test);

export const createStockRunner: (library: UnpatchedLibrary) => CaseRunner = createInspectingRunner;
