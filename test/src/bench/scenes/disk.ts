/** Measures the disk and memory use of a stored chain of many small blocks. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { call } from "../../support/rpc.js";
import { bytesIn } from "../../support/storage/folder-size.js";
import { transactionBatch } from "../feed.js";
import { HttpConnection } from "../generator/http-connection.js";
import { inMegabytes } from "../rate.js";
import { type Figure, type Row, type Scene, scene } from "../scene.js";
import type { Sizes } from "../sizes.js";
import { usageOf } from "../subject/process-usage.js";
import type { RunningSubject, Subject } from "../subject/subject.js";
import { signTransfer } from "../transfers.js";
import { richWallet, type Wallet } from "../wallet.js";

/** The fraction of the chain over which the rates at its beginning and its end are measured. */
const edgeShare = 1 / 20;

interface Grown {
  /** Blocks per second. */
  readonly paceFirst: number;
  readonly paceLast: number;
  readonly memoryEarly: number;
  readonly memoryLate: number;
}

/** @returns a function that mines the blocks of a request and returns the elapsed milliseconds. */
async function growing(node: RunningSubject, length: number): Promise<() => Promise<number>> {
  const wallet = richWallet(node.chainId);
  let connection = await HttpConnection.open(node.port);
  let batch = 0;
  return async () => {
    const request = transfers(wallet, batch++, length);
    connection = await connection.open();
    const began = performance.now();
    await connection.ask(request);
    return performance.now() - began;
  };
}

/**
 * Mines the last blocks of a long chain in turn with the second ones of another: the first ones
 * warm up the code, and other load on the machine slows both.
 */
async function grow(node: RunningSubject, young: RunningSubject, sizes: Sizes): Promise<Grown> {
  const resident = () => inMegabytes(usageOf(node.pid)?.residentBytes);
  const { diskBatch } = sizes;
  const edge = edgeOf(sizes);
  const [growLong, growYoung] = [await growing(node, diskBatch), await growing(young, diskBatch)];
  let memoryEarly = Number.NaN;
  for (let made = 1; made <= sizes.diskBlocks / diskBatch - edge; made++) {
    await growLong();
    if (made * diskBatch === sizes.diskBlocksEarly) memoryEarly = resident();
  }
  for (let made = 0; made < edge; made++) await growYoung();
  let [youngMs, longMs] = [0, 0];
  for (let made = 0; made < edge; made++) {
    youngMs += await growYoung();
    longMs += await growLong();
  }
  const pace = (ms: number) => (edge * diskBatch * 1_000) / ms;
  return {
    paceFirst: pace(youngMs),
    paceLast: pace(longMs),
    memoryEarly,
    memoryLate: resident(),
  };
}

/** Returns the number of requests at either end for the rate. */
const edgeOf = ({ diskBlocks, diskBatch }: Sizes) =>
  Math.max(1, Math.floor((diskBlocks * edgeShare) / diskBatch));

/** Builds one request in which each transfer waits for its block. */
const transfers = (wallet: Wallet, batch: number, length: number): Buffer =>
  transactionBatch(Array.from({ length }, (_, i) => signTransfer(wallet, batch * length + i)));

async function measure(subject: Subject, sizes: Sizes): Promise<readonly Figure[]> {
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), "tandem-bench-")));
  const [folder, other] = folders as [string, string];
  const start = (dataDirectory: string) =>
    subject.start({ mining: "auto", gasLimit: 30_000_000, dataDirectory });
  try {
    const [node, young] = [await start(folder), await start(other)];
    const grown = await grow(node, young, sizes).finally(async () => {
      await node.stop();
      await young.stop();
    });
    const bytes = bytesIn(folder);
    const again = await start(folder);
    const head = Number(await call<string>(again.url, "eth_blockNumber"));
    await again.stop();
    if (head !== sizes.diskBlocks) throw new Error(`the head is ${head}, not ${sizes.diskBlocks}`);
    return [
      { value: bytes / sizes.diskBlocks },
      { value: grown.memoryEarly },
      { value: grown.memoryLate },
      { value: again.firstAnswerMs },
      { value: grown.paceFirst },
      { value: grown.paceLast },
    ];
  } finally {
    for (const one of folders) rmSync(one, { recursive: true, force: true });
  }
}

function rowsOf(sizes: Sizes): readonly Row[] {
  const { diskBlocks, diskBlocksEarly } = sizes;
  const less = { better: "less" } as const;
  const more = { better: "more" } as const;
  const edge = edgeOf(sizes) * sizes.diskBatch;
  return [
    { id: "disk", about: `disk a block, after ${diskBlocks} of one transfer`, unit: "B", ...less },
    { id: "disk-memory-early", about: `memory after ${diskBlocksEarly}`, unit: "MB", ...less },
    { id: "disk-memory", about: `memory after ${diskBlocks}`, unit: "MB", ...less },
    { id: "disk-restart", about: "restart on it to first answer", unit: "ms", ...less },
    {
      id: "disk-pace-first",
      about: `blocks of the second ${edge}, synced`,
      unit: "/s",
      ...more,
    },
    {
      id: "disk-pace-last",
      about: `blocks of the last ${edge}, synced, in turn with those`,
      unit: "/s",
      ...more,
    },
  ];
}

export const diskScene = (sizes: Sizes): Scene =>
  scene<Subject>({
    name: "disk",
    isOursOnly: true,
    prepare: async (subject) => subject,
    close: async () => {},
    measurements: [
      {
        rows: rowsOf(sizes),
        isOnce: true,
        measure: (subject) => measure(subject, sizes),
      },
    ],
  });
