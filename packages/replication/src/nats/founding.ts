/** Stores the facts that all nodes of a cluster share: the first node sets them. */
import { JetStreamApiCodes } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import type { Founding } from "../founding.js";
import { LogUnavailable } from "../log.js";
import type { Connected } from "./connection.js";
import { isApiError } from "./errors.js";

/** Opens the facts of a cluster in a bucket, which is created where it does not exist. */
export async function openFounding(
  { stream, replicas }: Connected,
  bucket: string,
): Promise<Founding> {
  const open = () => new Kvm(stream).create(bucket, { history: 1, replicas });
  const entries = await open();
  const read = async (name: string) => (await entries.get(name))?.string();
  return {
    async agree(name, value) {
      const known = await read(name);
      if (known !== undefined) return known;
      try {
        await entries.create(name, value);
        return value;
      } catch (error) {
        if (!isApiError(error, JetStreamApiCodes.StreamWrongLastSequence)) throw error;
        const set = await read(name);
        if (set !== undefined) return set;
        throw new LogUnavailable(`the servers do not have the ${name} yet that another node set`);
      }
    },
    async set(name, value) {
      const existing = await open();
      if ((await existing.get(name))?.string() !== value) await existing.put(name, value);
    },
  };
}
