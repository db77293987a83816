/** Defines the sync status of specification section 2: the progress of the node, or false. */
import type { SyncStatus } from "@tandem/primitives";
import * as z from "@tandem/schema";
import { count } from "../codec/wire.js";
import { writerOf, written } from "../codec/writer.js";

const status = z.object({ startingBlock: count, currentBlock: count, highestBlock: count });
const writeStatus = writerOf(status);

export const syncState = written(z.union([z.literal(false), status]), (state) =>
  state === false ? "false" : writeStatus(state),
).meta({ id: "SyncState" });

export const showSync = (status: SyncStatus | undefined): z.output<typeof syncState> =>
  status ?? false;
