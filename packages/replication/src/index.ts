export { type Channel, NobodyServes, RequestTooLarge } from "./channel.js";
export type { AppliedLog, Feed, FeedMessage } from "./feed.js";
export type { Founding } from "./founding.js";
export { type Lease, MemoryLease } from "./lease.js";
export { feedRepeatMs, messageBytesMax, recordBytesMax } from "./limits.js";
export {
  type Appended,
  type LogBounds,
  type LogEntry,
  LogGap,
  LogMissing,
  type LogRecord,
  LogUnavailable,
  type ReadRange,
  type RecordKind,
  type ReplicationLog,
} from "./log.js";
export { Member } from "./member/member.js";
export type * from "./member/member-options.js";
export { MemoryLog } from "./memory-log.js";
export { decodePosition, encodePosition, type Position } from "./position.js";
export { type Dump, Retention } from "./retention.js";
export { describeServers, isServerList } from "./server-list.js";
export type { SnapshotName, Snapshots } from "./snapshots.js";
export { tracedLog } from "./traced-log.js";
export { Waiters } from "./waiters.js";
