/** Creates streams on the servers of a log. */
import { setTimeout as pause } from "node:timers/promises";
import { JetStreamApiCodes, type JetStreamManager } from "@nats-io/jetstream";
import { retryMs } from "../limits.js";
import { isApiError } from "./errors.js";

/** The error code for the creation of a stream that exists with other settings. */
const otherSettings = 10058;

/**
 * Creates a stream if it does not exist. One that exists keeps its settings, which an operator may
 * have changed: the number of copies after servers were added, or their place.
 */
export async function ensureStream(
  manager: JetStreamManager,
  settings: Parameters<JetStreamManager["streams"]["add"]>[0],
): Promise<void> {
  try {
    // Servers check whether there is room for a stream before they see that they have it.
    if (await isThere(manager, settings.name)) return;
    // Servers that remove a stream delete its files afterwards, and with them those of a new one of the same name.
    await pause(retryMs);
    await manager.streams.add(settings);
  } catch (error) {
    // Another node has created it meanwhile.
    if (!isApiError(error, otherSettings)) throw error;
  }
}

const isThere = (manager: JetStreamManager, name: string): Promise<boolean> =>
  manager.streams.info(name).then(
    () => true,
    (error) => {
      if (isApiError(error, JetStreamApiCodes.StreamNotFound)) return false;
      throw error;
    },
  );
