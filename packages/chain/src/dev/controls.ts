/** Implements the controls of a development chain: time, mining, the pool and history. */
import type { Controls, MineRequest } from "@tandem/primitives";
import { SerialQueue } from "@tandem/runtime";
import type { DevSettingsState } from "../building/dev-settings-state.js";
import { assertInTime } from "../building/time-limit.js";
import { createHistory, type HistoryContext } from "./history.js";
import type { GroupContext } from "./mine-group.js";
import { assertAfter, mineRun } from "./mine-run.js";

export interface ControlContext extends HistoryContext {
  /** The blocks go to other nodes, which hold them to all rules. */
  readonly isReplicated: boolean;
  readonly maker: Omit<GroupContext, keyof HistoryContext>;
  /** Writes the development settings and applies them, in the writer's queue. @returns the new ones. */
  readonly turn: (
    change: (state: DevSettingsState) => DevSettingsState,
  ) => Promise<DevSettingsState>;
  /** Resolves once the pool has what a reorg is returning to it; returns undefined if it has. */
  readonly poolUpdated: () => Promise<void> | undefined;
}

/** Changes the development settings, as `turn` does. */
type Turn = ControlContext["turn"];

/** Creates the controls of a development chain. */
export function createControls(context: ControlContext): Controls {
  // A run of blocks requests times for itself. Neither does another client's request of the next block, or of the clock,
  // come between them, nor a snapshot, which has what is requested.
  const steps = new SerialQueue();
  const turnAlone: Turn = (change) => steps.run(() => context.turn(change));
  const history = createHistory(context);
  return {
    ...history,
    snapshot: () => steps.run(history.snapshot),
    ...timeControls({ ...context, turn: turnAlone }),
    ...miningControls(context),
    ...nextBlockControls(turnAlone),
    mine: (request) => steps.run(() => mine(context, request)),
    ...poolControls(context),
  };
}

const mine = (context: ControlContext, request: MineRequest) =>
  context.miner.runExclusive((sealing) =>
    mineRun({ ...context.maker, ...context }, request, sealing),
  );

type TimeControls = Pick<
  Controls,
  "increaseTime" | "setTime" | "setNextTimestamp" | "setTimestampInterval" | "timestampInterval"
>;

const timeControls = ({ devSettings, head, turn }: ControlContext): TimeControls => ({
  async increaseTime(seconds) {
    const { offsetMs } = await turn((state) => {
      const from = Math.max(devSettings.nowMs(), head().header.timestamp * 1000);
      assertInTime("time", Math.floor(from / 1000) + seconds);
      return devSettings.readingMs(from + seconds * 1000, state);
    });
    return Math.round(offsetMs / 1000);
  },
  async setTime(unixMs) {
    assertInTime("time", Math.floor(unixMs / 1000));
    let before = 0;
    await turn((state) => {
      before = devSettings.nowMs();
      return { ...devSettings.readingMs(unixMs, state), nextTimestamp: undefined };
    });
    return Math.round((unixMs - before) / 1000);
  },
  async setNextTimestamp(timestamp) {
    await turn((state) => {
      assertAfter("timestamp", timestamp, head().header);
      return { ...state, nextTimestamp: timestamp };
    });
  },
  async setTimestampInterval(seconds) {
    let isSet = false;
    await turn((state) => {
      isSet = state.timestampInterval !== undefined;
      return { ...state, timestampInterval: seconds };
    });
    return isSet;
  },
  timestampInterval: () => devSettings.state.timestampInterval,
});

type MiningControls = Pick<
  Controls,
  "mining" | "setMining" | "targets" | "setTargets" | "setGasLimit"
>;

function miningControls({
  devSettings,
  miner,
  turn,
  isReplicated,
}: ControlContext): MiningControls {
  return {
    mining: () => devSettings.state,
    async setMining(change, { isLater = false } = {}) {
      const isInterval = "intervalMs" in change;
      const former = { stopped: undefined, ...(isInterval && { intervalMsMin: undefined }) };
      await turn((state) => ({ ...state, ...former, ...change }));
      if (isInterval) {
        miner.retime();
        // A client that has ended mining at an interval expects no block after the answer.
        await miner.untilTimed();
      }
      if (!isLater) await new Promise((resolve) => miner.wakeUntilIdle(resolve));
    },
    targets: () => devSettings.state,
    async setTargets(change) {
      await turn((state) => ({ ...state, ...change }));
    },
    async setGasLimit(gasLimit) {
      // Other nodes of a cluster would refuse a block whose limit is further from its parent's than a step.
      const requestedGasLimit = isReplicated ? undefined : gasLimit;
      await turn((state) => ({ ...state, gasLimitTarget: gasLimit, requestedGasLimit }));
    },
  };
}

type NextBlockControls = Pick<Controls, "setNextMinimumGasPrice" | "setNextPrevRandao">;

const nextBlockControls = (turn: Turn): NextBlockControls => ({
  async setNextMinimumGasPrice(price) {
    await turn((state) => ({ ...state, nextMinimumGasPrice: price }));
  },
  async setNextPrevRandao(value) {
    await turn((state) => ({ ...state, nextPrevRandao: value }));
  },
});

type PoolControls = Pick<Controls, "drop" | "dropAll">;

// Before the pool is updated, a transaction that a reorg returns is not in it, and would come after it was dropped.
const poolControls = ({ pool, poolUpdated }: ControlContext): PoolControls => ({
  async drop(hash) {
    await poolUpdated();
    const found = pool.get(hash);
    if (found !== undefined) pool.remove([found]);
    return found !== undefined;
  },
  async dropAll(sender) {
    await poolUpdated();
    if (sender === undefined) pool.clear();
    else pool.remove(pool.of(sender));
  },
});
