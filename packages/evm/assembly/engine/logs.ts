// Logs. Each refers to the one before it, so that a failed frame drops its own at once.
import { L_ACCOUNT, L_BODY, L_EARLIER, L_LENGTH, L_TOPICS, OUT_OF_GAS, STACK_UNDERFLOW, WRITE_PROTECTION } from "./layout";
import { allocate } from "./heap";
import { expand, isStatic, mem, pay, self, setSp, sp, stack } from "./machine";
import { logTrace } from "./trace";
import { isShort, turn } from "./words/word";

export let lastLog: usize = 0;

export function dropLogs(to: usize): void {
  lastLog = to;
}

/** Executes LOG0 to LOG4. @returns the reason of a failure, or zero. */
@inline export function log(topics: u32): i32 {
  if (isStatic) return WRITE_PROTECTION;
  const offset = sp - 32, size = sp - 64;
  if (!expand(offset, size) || !isShort(size)) return OUT_OF_GAS;
  const length = <usize>load<u32>(size);
  if (!pay(375 * <i64>topics + 8 * <i64>length)) return OUT_OF_GAS;
  const below = sp - 64 - (<usize>topics << 5);
  if (below < stack || below > sp) return STACK_UNDERFLOW;
  const body = <usize>topics << 5;
  const record = allocate(L_BODY + body + length);
  store<u32>(record, <u32>self, L_ACCOUNT);
  store<u32>(record, topics, L_TOPICS);
  store<u32>(record, <u32>length, L_LENGTH);
  store<u32>(record, <u32>lastLog, L_EARLIER);
  for (let i: usize = 0; i < body; i += 32) turn(record + L_BODY + i, size - 32 - i);
  if (length != 0) memory.copy(record + L_BODY + body, mem + <usize>load<u32>(offset), length);
  lastLog = record;
  logTrace(record, length);
  setSp(below);
  return 0;
}
