/** Generates a random load of many clients: sends, reads, snapshots, reorgs. */
import { Interface, type InterfaceAbi, toBeHex } from "ethers";
import { compileOne } from "../compile.js";
import { developmentAccounts, send, sign } from "../development.js";
import { eventually } from "../eventually.js";
import { call } from "../rpc.js";
import { callAll } from "../rpc-batch.js";
import type { Seeded } from "../seeded.js";
import type { Hex, WireReceipt } from "../wire.js";

const emitterCode = compileOne("Emitter.sol", "Emitter");
const emitter = new Interface(emitterCode.abi as InterfaceAbi);

/** The maximum number of blocks of a reorg, of snapshots at once, and of transactions sent together. */
const reorgDepthMax = 5;
const snapshotsMax = 6;
const burstMax = 12;
const topics = [1, 2, 3].map((n) => toBeHex(n, 32));

export interface SoakLoad {
  /** The contract that logs. */
  readonly emitter: Hex;
  /** The number of times each operation was done. */
  readonly done: ReadonlyMap<string, number>;
  /** Runs one operation. */
  step(): Promise<void>;
}

/** Deploys what the load needs. No later operation reverts it. */
export async function startLoad(url: string, random: Seeded): Promise<SoakLoad> {
  const [deployer] = developmentAccounts;
  if (deployer === undefined) throw new Error("there is no account");
  const creation = { data: emitterCode.bytecode, gasLimit: 2_000_000 };
  const hash = await send(url, deployer, creation);
  const receipt = await eventually("receipt", () =>
    call<WireReceipt | undefined>(url, "eth_getTransactionReceipt", [hash]),
  );
  const to = receipt.contractAddress as Hex;
  const base = Number(receipt.blockNumber);
  const done = new Map<string, number>();
  const snapshots: Hex[] = [];
  const height = async () => Number(await call<Hex>(url, "eth_blockNumber"));

  async function sendBurst(): Promise<void> {
    const sender = random.pick(developmentAccounts);
    const waiting = await call<Hex>(url, "eth_getTransactionCount", [sender.address, "pending"]);
    const raws = Array.from({ length: 1 + random.int(burstMax) }, (_, i) => {
      const nonce = Number(waiting) + i;
      const value = BigInt(random.int(1000));
      if (random.chance(0.5))
        return sign(sender, { nonce, to: random.pick(developmentAccounts).address, value });
      const args = [1 + random.int(20), random.pick(topics), random.int(100)];
      const data = emitter.encodeFunctionData("emitMany", args);
      return sign(sender, { nonce, to, data, gasLimit: 100_000 });
    });
    await callAll(
      url,
      raws.map(({ raw }) => ({ method: "eth_sendRawTransaction", params: [raw] })),
    );
  }

  async function read(): Promise<void> {
    const head = await height();
    const from = `0x${Math.max(0, head - random.int(500)).toString(16)}`;
    await callAll(url, [
      {
        method: "eth_getLogs",
        params: [{ fromBlock: from, address: to, topics: [random.pick(topics)] }],
      },
      { method: "trace_filter", params: [{ fromBlock: from, toAddress: [to], count: 50 }] },
      { method: "eth_getBlockByNumber", params: [from, true] },
      {
        method: "eth_call",
        params: [{ to, data: emitter.encodeFunctionData("emitMany", [2, topics[0], 0]) }, "latest"],
      },
      { method: "eth_feeHistory", params: ["0x10", "latest", [50]] },
    ]);
  }

  const actions: readonly (readonly [name: string, share: number, act: () => Promise<unknown>])[] =
    [
      ["send", 40, sendBurst],
      ["read", 25, read],
      ["mine", 10, () => call(url, "hardhat_mine", [`0x${(1 + random.int(10)).toString(16)}`])],
      ["later", 3, () => call(url, "evm_increaseTime", [random.int(100)])],
      [
        "snapshot",
        6,
        async () => {
          snapshots.push(await call<Hex>(url, "evm_snapshot"));
          if (snapshots.length > snapshotsMax) snapshots.shift();
        },
      ],
      [
        "revert",
        4,
        async () => {
          const at = random.int(snapshots.length + 1);
          const id = snapshots[at];
          if (id === undefined) return;
          // A revert uses up the snapshot and all later ones.
          snapshots.length = at;
          if (!(await call<boolean>(url, "evm_revert", [id]))) throw new Error(`no snapshot ${id}`);
        },
      ],
      [
        "reorg",
        8,
        async () => {
          const depth = Math.min(1 + random.int(reorgDepthMax), (await height()) - base);
          if (depth < 1) return;
          const length = `0x${(depth + 1).toString(16)}`;
          await call(url, "tandem_mineBranch", [{ depth: `0x${depth.toString(16)}`, length }]);
        },
      ],
      [
        "uncle",
        4,
        async () => {
          if ((await height()) > base) await call(url, "tandem_mineUncle");
        },
      ],
    ];
  const shares = actions.reduce((sum, [, share]) => sum + share, 0);

  return {
    emitter: to,
    done,
    async step() {
      let left = random.int(shares);
      for (const [name, share, act] of actions) {
        left -= share;
        if (left >= 0) continue;
        await act();
        done.set(name, (done.get(name) ?? 0) + 1);
        return;
      }
    },
  };
}
