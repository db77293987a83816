/** Measures many subscribers of new blocks. */
import { setTimeout as pause } from "node:timers/promises";
import { rpcRequest, rpcText } from "../generator/request.js";
import { type Scene, scene, type Tools } from "../scene.js";
import type { Sizes } from "../sizes.js";
import { usageOf } from "../subject/process-usage.js";
import type { RunningSubject, Subject } from "../subject/subject.js";

const kilobyte = 1024;
const betweenBlocksMs = 20;

interface Session {
  readonly node: RunningSubject;
  /** Resident bytes before and after the subscriptions. */
  readonly before: number;
  readonly after: number;
  leave(): Promise<unknown>;
}

async function prepare(subject: Subject, { sizes, generator }: Tools): Promise<Session> {
  const node = await subject.start({ mining: "manual", gasLimit: 30_000_000 });
  const { port, pid } = node;
  const resident = async () => {
    await pause(sizes.idleMs);
    return usageOf(pid)?.residentBytes ?? Number.NaN;
  };
  const text = rpcText("eth_subscribe", ["newHeads"]);
  const join = () => generator.run({ kind: "subscribe", port, count: sizes.subscribers, text });
  const leave = () => generator.run({ kind: "unsubscribe", port });
  // The same number of subscribers come and go first, so that the one-time growth of the heap does
  // not count.
  await join();
  await leave();
  const before = await resident();
  await join();
  return { node, before, after: await resident(), leave };
}

/** Returns the median milliseconds from the request of a block to the last message about it. */
async function fanOut({ port }: RunningSubject, { sizes, generator }: Tools): Promise<number> {
  const request = rpcRequest("evm_mine");
  const taken: number[] = [];
  for (let i = 0; i < sizes.fanOuts; i++) {
    taken.push((await generator.run({ kind: "fan-out", port, request })).elapsedMs);
    await pause(betweenBlocksMs);
  }
  return taken.sort((a, b) => a - b)[taken.length >> 1] ?? Number.NaN;
}

export const subscribersScene = ({ subscribers }: Sizes): Scene =>
  scene<Session>({
    name: "subscribers",
    prepare,
    async close({ node, leave }) {
      await leave();
      await node.stop();
    },
    measurements: [
      {
        rows: [
          {
            id: "subscriber-memory",
            about: `memory of each of ${subscribers} newHeads subscribers`,
            unit: "KB",
            better: "less",
          },
        ],
        isOnce: true,
        measure: async ({ before, after }) => [
          { value: (after - before) / subscribers / kilobyte },
        ],
      },
      {
        rows: [
          {
            id: "fan-out",
            about: `evm_mine to the last of ${subscribers} newHeads`,
            unit: "ms",
            better: "less",
          },
        ],
        measure: async ({ node }, tools) => [{ value: await fanOut(node, tools) }],
      },
    ],
  });
