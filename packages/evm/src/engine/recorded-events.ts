/** Decides which events an engine records for a recording. */
import type { Recording } from "../frames/frame-sink.js";
import type { EngineExports } from "./engine-module.js";
import { kept } from "./layout.js";

/** Bytes of an engine's memory for recorded events, whatever the limit of a probe. */
const bytesRecordedMax = 67_108_864;

/** Returns whether events were omitted that the sink would accept. */
export const isCutShort = (
  { room }: Pick<EngineExports, "room">,
  recording: Recording | undefined,
): boolean => recording !== undefined && room.value < 0n && recording.bytesMax > bytesRecordedMax;

/** Returns the arguments of an engine's `reset`. */
export function resetArguments(recording: Recording | undefined): [what: number, bytes: bigint] {
  if (recording === undefined) return [0, 0n];
  if (recording.isOfExhaustion) return [kept.exhaustion, BigInt(bytesRecordedMax)];
  const { sink, hasLogs, hasData, isOfOutermost, bytesMax } = recording;
  const only = (sink.only && kept.watched) ?? (isOfOutermost ? kept.outermost : 0);
  const what = kept.frames | (hasLogs ? kept.logs : 0) | (hasData ? kept.data : 0) | only;
  return [what, BigInt(Math.max(0, Math.ceil(Math.min(bytesMax, bytesRecordedMax))))];
}
