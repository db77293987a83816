/** Implements the methods that contract/dev/time.ts declares. */
import type * as contract from "../../contract/dev/time.js";
import type { Handler } from "../handler.js";

/** A time from this number on is in milliseconds: as seconds it would be in the year 5138. */
const millisecondsFrom = 1e11;

export const increaseTime: Handler<typeof contract.increaseTime> = ({ controls }, { seconds }) =>
  controls.increaseTime(seconds);

export const setNextBlockTimestamp: Handler<typeof contract.setNextBlockTimestamp> = (
  { controls },
  { timestamp },
) => controls.setNextTimestamp(timestamp);

export const setTime: Handler<typeof contract.setTime> = ({ controls }, { time }) =>
  controls.setTime(time >= millisecondsFrom ? time : time * 1000);

export const setBlockTimestampInterval: Handler<typeof contract.setBlockTimestampInterval> = async (
  { controls },
  { seconds },
) => {
  await controls.setTimestampInterval(seconds);
};

export const hardhatTimestampInterval: Handler<typeof contract.hardhatTimestampInterval> = async (
  { controls },
  { milliseconds },
) => {
  await controls.setTimestampInterval(Math.floor(milliseconds / 1000));
};

export const removeBlockTimestampInterval: Handler<
  typeof contract.removeBlockTimestampInterval
> = ({ controls }) => controls.setTimestampInterval(undefined);
