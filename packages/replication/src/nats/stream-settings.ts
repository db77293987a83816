/** Checks the settings of a stream that exists already: somebody else may have created or changed it. */
import { RetentionPolicy, type StreamConfig } from "@nats-io/jetstream";
import { unusableData } from "@tandem/primitives";
import { serverBytesMin } from "../limits.js";

/** Returns whether a limit is set: the servers write -1 or 0 for none. */
const isSet = (limit: number | undefined) => limit !== undefined && limit > 0;

/**
 * Returns the settings with which a stream loses messages of the log or does not take them, by their names. A maximum of
 * bytes is left to its operator, who knows how large the messages between two snapshots are.
 */
function unusableIn(config: StreamConfig, subject: string): string[] {
  const { max_msg_size: bytesMax, retention, subjects, mirror } = config;
  const found: [string, boolean][] = [
    ["subjects", !subjects?.includes(subject) || mirror !== undefined],
    ["retention", retention !== RetentionPolicy.Limits],
    ["max_msgs", isSet(config.max_msgs)],
    ["max_msgs_per_subject", isSet(config.max_msgs_per_subject)],
    ["max_age", isSet(config.max_age)],
    ["max_msg_size", isSet(bytesMax) && bytesMax < serverBytesMin],
    ["no_ack", config.no_ack === true],
    ["sealed", config.sealed === true],
  ];
  return found.flatMap(([name, isUnusable]) => (isUnusable ? [name] : []));
}

/** @throws {Fault} `unusable-data`, naming the settings, if a stream does not take or does not keep all messages of a log. */
export function assertKeepsLog(config: StreamConfig, subject: string): void {
  const names = unusableIn(config, subject);
  if (names.length === 0) return;
  throw unusableData(
    `the stream ${config.name} does not take or does not keep all messages because of its ${names.join(", ")}: edit it, or remove it so that a node creates it again`,
  );
}
