/** All a developer may turn: the time, when blocks are made, what waits for them, and history. */
import type { Address, TxHash } from "@tandem/primitives";
import { assertInTime } from "../import/time-limit.js";
import type { DevSettingsState } from "./dev-settings-state.js";
import { createHistory, type History, type HistoryContext } from "./history.js";
import type { GroupContext } from "./mine-group.js";
import { assertAfter, type MineRequest, mineRun } from "./mine-run.js";

type MinerTargets = Pick<DevSettingsState, "gasLimitTarget" | "minimumGasPriceTarget" | "coinbase">;

export interface Controls extends History {
  /** Makes blocks, with or without transactions. @throws {Fault} `bad-request`, `limit-exceeded` */
  mine(request: MineRequest): Promise<void>;
  /**
   * Turns the chain's clock on, from now or from the head's time if that is later.
   * @returns seconds it is ahead in all. @throws {Fault} `bad-request` past the last time there is.
   */
  increaseTime(seconds: number): Promise<number>;
  /** @param unixMs what the clock is to read. @returns seconds it was turned by. @throws as above */
  setTime(unixMs: number): Promise<number>;
  /** Unix seconds of the next block; time goes on from there. @throws {Fault} `bad-request` */
  setNextTimestamp(timestamp: number): Promise<void>;
  /**
   * Sets the seconds between a block and its parent, whatever the clock says; undefined removes the
   * rule.
   * @returns whether it was so before.
   */
  setTimestampInterval(seconds: number | undefined): Promise<boolean>;
  /** Returns that interval; undefined where the clock decides. */
  timestampInterval(): number | undefined;
  /** Returns when blocks are made. */
  mining(): Pick<DevSettingsState, "isAutomine" | "intervalMs">;
  /**
   * Changes when blocks are made. Where automining begins, it resolves when no transaction is left
   * that can run.
   */
  setMining(change: Partial<Pick<DevSettingsState, "isAutomine" | "intervalMs">>): Promise<void>;
  /**
   * Changes the miner's targets from the next block on; the consensus rules limit the step of each
   * block.
   */
  setTargets(change: Partial<MinerTargets>): Promise<void>;
  /** Returns what the next block is made with. */
  targets(): MinerTargets;
  /** Takes one out of the pool. @returns whether it was there. */
  drop(hash: TxHash): boolean;
  /** Takes out all, or all of one sender. */
  dropAll(sender: Address | undefined): void;
}

export interface ControlContext extends HistoryContext {
  readonly maker: Omit<GroupContext, keyof HistoryContext>;
  /** Writes the development settings and applies them, in the writer's queue. @returns the new ones. */
  readonly turn: (
    change: (state: DevSettingsState) => DevSettingsState,
  ) => Promise<DevSettingsState>;
}

export function createControls(context: ControlContext): Controls {
  const { devSettings, miner, pool, head, turn, maker } = context;

  async function setTime(unixMs: number): Promise<number> {
    assertInTime("time", Math.floor(unixMs / 1000));
    let before = 0;
    await turn((state) => {
      before = devSettings.nowMs();
      return { ...devSettings.readingMs(unixMs, state), nextTimestamp: undefined };
    });
    return Math.round((unixMs - before) / 1000);
  }

  return {
    ...createHistory(context),
    mine: (request) =>
      miner.runExclusive((sealing) => mineRun({ ...maker, ...context }, request, sealing)),
    async increaseTime(seconds) {
      const { offsetMs } = await turn((state) => {
        const from = Math.max(devSettings.nowMs(), head().header.timestamp * 1000);
        assertInTime("time", Math.floor(from / 1000) + seconds);
        return devSettings.readingMs(from + seconds * 1000, state);
      });
      return Math.round(offsetMs / 1000);
    },
    setTime,
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
    mining: () => devSettings.state,
    async setMining(change) {
      await turn((state) => ({ ...state, ...change }));
      if ("intervalMs" in change) miner.retime();
      await miner.wake();
    },
    async setTargets(change) {
      await turn((state) => ({ ...state, ...change }));
    },
    targets: () => devSettings.state,
    drop(hash) {
      const found = pool.get(hash);
      if (found !== undefined) pool.remove([found]);
      return found !== undefined;
    },
    dropAll(sender) {
      if (sender === undefined) pool.clear();
      else pool.remove(pool.of(sender));
    },
  };
}
