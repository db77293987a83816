/** Lists attacks with thousands of transactions: in the pool, on submission, and in blocks. */
import { fromHex } from "@tandem/primitives";
import { type Attack, asking, type Prepare } from "./attack.js";
import {
  address,
  body,
  lessWide,
  many,
  poolOf,
  sendAll,
  transfers,
  type Wide,
  waitingTransactions,
  wide,
  wideChain,
} from "./scenes.js";
import type { Target } from "./target.js";

const pool = (
  count: number,
  executable: Prepare,
  more: Partial<Attack> = {},
): readonly Attack[] => {
  const waiting: Prepare = (target) => sendAll(target, waitingTransactions(target, count));
  return [
    asking(
      `pool of ${count}: txpool_content, to be mined`,
      executable,
      "txpool_content",
      undefined,
      more,
    ),
    asking(`pool of ${count}: txpool_content`, waiting, "txpool_content", undefined, more),
    asking(`pool of ${count}: txpool_inspect`, waiting, "txpool_inspect", undefined, more),
    asking(`pool of ${count}: evm_snapshot`, waiting, "evm_snapshot", undefined, more),
    asking(
      `pool of ${count}: anvil_dropAllTransactions`,
      waiting,
      "anvil_dropAllTransactions",
      undefined,
      more,
    ),
    asking(
      `pool of ${count}: eth_pendingTransactions`,
      executable,
      "eth_pendingTransactions",
      undefined,
      more,
    ),
    asking(
      `pool of ${count}: pending block`,
      executable,
      "eth_getBlockByNumber",
      () => ["pending", true],
      more,
    ),
    asking(`pool of ${count}: evm_mine`, executable, "evm_mine", undefined, more),
    asking(
      `pool of ${count}: hardhat_mine of 20`,
      executable,
      "hardhat_mine",
      () => ["0x14"],
      more,
    ),
  ];
};

const large = (target: Target, count: number) =>
  many(count).map((n) =>
    target.sign(n % 10, {
      to: fromHex(address(n)),
      data: new Uint8Array(125_000).fill(1),
      gasLimit: 5_200_000n,
    }),
  );
const sendBatch = (raws: readonly string[]) =>
  JSON.stringify(
    raws.map((raw, id) => ({
      jsonrpc: "2.0",
      id,
      method: "eth_sendRawTransaction",
      params: [raw],
    })),
  );

const sending: readonly Attack[] = [
  ...[1_000, 20].map(
    (count): Attack => ({
      name: `a batch: ${count.toLocaleString("en")} transfers that are mined`,
      async prepare(target) {
        const made = sendBatch(transfers(target, count));
        return () => target.post(made);
      },
    }),
  ),
  {
    name: "a batch: 1,000 transfers that wait",
    async prepare(target) {
      const made = sendBatch(waitingTransactions(target, 1_000));
      return () => target.post(made);
    },
  },
  {
    name: "a batch: 95 transactions of 128 KB that are mined",
    async prepare(target) {
      const made = sendBatch(large(target, 95));
      return () => target.post(made);
    },
  },
  {
    name: "a batch: 95 transactions of 128 KB that wait",
    async prepare(target) {
      await target.call("evm_setAutomine", [false]);
      const made = sendBatch(large(target, 95));
      return () => target.post(made);
    },
  },
  {
    name: "a block of 5 transactions of 128 KB",
    async prepare(target) {
      await target.call("evm_setAutomine", [false]);
      await target.post(sendBatch(large(target, 60)));
      return () => target.post(body("evm_mine"));
    },
  },
  ...[wide, lessWide].map(({ count, pool, block }: Wide) =>
    asking(`a block of ${count} transfers`, pool, "evm_mine", undefined, {
      chain: wideChain,
      leaves: block,
    }),
  ),
];

export const poolAttacks: readonly Attack[] = [
  ...pool(wide.count, wide.pool),
  ...pool(lessWide.count, lessWide.pool),
  ...pool(40_000, poolOf(40_000), { isLong: true }),
  ...sending,
];
