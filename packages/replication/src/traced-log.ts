/** Records the appends to a log as spans of a trace. */
import type { Tracer } from "@tandem/runtime";
import type { ReplicationLog } from "./log.js";

/** Returns the log with a span for each append. */
export const tracedLog = (log: ReplicationLog, tracer: Tracer): ReplicationLog => ({
  bounds: () => log.bounds(),
  idAt: (sequence) => log.idAt(sequence),
  epochAt: (sequence) => log.epochAt(sequence),
  partAt: (sequence) => log.partAt(sequence),
  read: (range) => log.read(range),
  purge: (below) => log.purge(below),
  append(record, expectedSequence) {
    const { kind, id, epoch, body } = record;
    const attributes = {
      "tandem.log.kind": kind,
      "tandem.log.id": id,
      "tandem.log.epoch": epoch,
      "tandem.log.bytes": body.length,
    };
    return tracer.trace({ name: "append to log", kind: "producer", attributes }, async (span) => {
      const appended = await log.append(record, expectedSequence);
      if (appended.status === "appended") span.set({ "tandem.log.sequence": appended.sequence });
      else span.fail("another writer appended first");
      return appended;
    });
  },
});
