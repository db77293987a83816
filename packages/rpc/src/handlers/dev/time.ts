/** Implements the methods that contract/dev/time.ts declares. */
import { answerFormOf } from "../../contract/answer-form.js";
import { writerOf } from "../../contract/codec/writer.js";
import type * as contract from "../../contract/dev/time.js";
import { decimalSeconds } from "../../contract/shape/control.js";
import { JsonText } from "../../written-json.js";
import type { Handler } from "../handler.js";

/** A time from this number on is in milliseconds: as seconds it would be in the year 5138. */
const millisecondsFrom = 1e11;

const writeDecimal = writerOf(decimalSeconds);

export const increaseTime: Handler<typeof contract.increaseTime> = async (
  { controls },
  { seconds },
  call,
) => {
  const total = await controls.increaseTime(seconds);
  return answerFormOf(call).hasDecimalTimes ? new JsonText(writeDecimal(total)) : total;
};

export const setNextBlockTimestamp: Handler<typeof contract.setNextBlockTimestamp> = async (
  { controls },
  { timestamp },
  call,
) => {
  await controls.setNextTimestamp(timestamp);
  return answerFormOf(call).hasDecimalTimes ? timestamp : undefined;
};

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
