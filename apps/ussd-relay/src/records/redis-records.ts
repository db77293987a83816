/**
 * Stores the records of several instances in Redis. A write that depends on claims is one script, so an
 * instance that has lost a claim writes nothing.
 */
import { randomUUID } from "node:crypto";
import { messageOf } from "@tandem/runtime";
import { Redis } from "ioredis";
import { relayLimits } from "../limits.js";
import { UnusableStore } from "./open-level.js";
import {
  type Change,
  type Claim,
  type Records,
  RecordsAway,
  type RecordsLimits,
} from "./records.js";

/** KEYS: the claim. ARGV: token, milliseconds. */
const claimScript = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

/** KEYS: the claim. ARGV: token. */
const releaseScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1`;

/** The sorted set of the rows that may be removed before their time, by their ends in Unix milliseconds. */
const evictable = "ussd:evictable";

/** The key that is written to find out whether Redis accepts writes. */
const probe = "ussd:probe";

/** The commands that write records, each with a key of its kind, in Lua. */
const neededCommands = `{
  {'SET', '${probe}', ''}, {'DEL', '${probe}'}, {'INCR', '${probe}'},
  {'HSET', '${probe}', '', ''}, {'HDEL', '${probe}', ''},
  {'ZADD', '${evictable}', '0', ''}, {'ZREM', '${evictable}', ''}, {'ZCARD', '${evictable}'},
  {'ZRANGE', '${evictable}', '0', '0'}, {'ZRANGEBYSCORE', '${evictable}', '0', '0'},
}`;

/**
 * Writes, and removes the first to end of the evictable rows beyond their maximum, and those that have ended, of which
 * Redis removes only the rows. All times are those of the clock of Redis: relays may have different ones. A script that ends
 * with an error has written what precedes it, so permissions are checked first, which Redis can since 7.0. KEYS: none.
 * ARGV: JSON of the claims; of the changes; and of the evictable rows among them, each with its milliseconds; the maximum;
 * and how many are removed at once.
 */
const writeScript = `
local function check(commands)
  if not redis.acl_check_cmd then return end
  for _, command in ipairs(commands) do
    if not redis.acl_check_cmd(unpack(command)) then
      return redis.error_reply('NOPERM the user has no permission for ' .. command[1] .. ' ' .. command[2])
    end
  end
end
local changes = cjson.decode(ARGV[2])
local denied = check(${neededCommands}) or check(changes)
if denied then return denied end
for _, held in ipairs(cjson.decode(ARGV[1])) do
  if redis.call('GET', held[1]) ~= held[2] then return 0 end
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for _, change in ipairs(changes) do
  redis.call(unpack(change))
end
for _, row in ipairs(cjson.decode(ARGV[3])) do
  redis.call('ZADD', '${evictable}', now + row[2], row[1])
end
local beyond = math.min(redis.call('ZCARD', '${evictable}') - ARGV[4], ARGV[5])
local first = redis.call('ZRANGEBYSCORE', '${evictable}', '-inf', now, 'LIMIT', 0, ARGV[5])
if #first < beyond then first = redis.call('ZRANGE', '${evictable}', 0, beyond - 1) end
if #first > 0 then
  redis.call('ZREM', '${evictable}', unpack(first))
  redis.call('DEL', unpack(first))
end
return 1`;

const tableOf = (table: string) => `ussd:table:${table}`;
const rowOf = (table: string, id: string) => `ussd:row:${table}:${id}`;
const claimOf = (id: string) => `ussd:claim:${id}`;
const usedOf = (id: string) => `ussd:used:${id}`;
const counterOf = (name: string) => `ussd:counter:${name}`;

/** Returns the commands of a change. Rows that expire are single keys; other tables are hashes. */
function commandsOf({ table, id, value, ttlMs, isEvictable }: Change): string[][] {
  const row = rowOf(table, id);
  if (value === undefined)
    return [
      ["HDEL", tableOf(table), id],
      ["DEL", row],
    ];
  if (ttlMs === undefined) return [["HSET", tableOf(table), id, value]];
  const write = ["SET", row, value, "PX", String(ttlMs)];
  return isEvictable ? [write] : [write, ["ZREM", evictable, row]];
}

/** Returns the keys of the rows that may be removed before their time, each with its milliseconds. */
const evictableOf = (changes: readonly Change[]) =>
  changes.flatMap(({ table, id, ttlMs, isEvictable }) =>
    isEvictable ? [[rowOf(table, id), ttlMs]] : [],
  );

/** The one policy with which Redis removes no row before its time when its memory is full, and refuses writes instead. */
const safePolicy = "noeviction";

/** @throws {UnusableStore} if Redis may remove rows. A user who may not ask for the policy is believed to have set it. */
async function assertNoEviction(redis: Redis): Promise<void> {
  const memory = await redis.info("memory").catch(() => "");
  const [, policy = safePolicy] = /^maxmemory_policy:(\S+)/m.exec(memory) ?? [];
  if (policy === safePolicy) return;
  throw new UnusableStore(
    `Redis removes records when its memory is full, and then payments would be made twice: set its maxmemory-policy to ${safePolicy}, not ${policy}`,
  );
}

/**
 * The client goes on with database 0 where the server refuses the one of the URL.
 * @throws {UnusableStore} if the server does not have the database.
 */
async function assertDatabase(redis: Redis): Promise<void> {
  const { db = 0 } = redis.options;
  if (db === 0) return;
  await redis.select(db).catch((cause) => {
    throw new UnusableStore(`Redis refuses its database ${db}: ${messageOf(cause)}`, { cause });
  });
}

/** A connection, and why there is none; undefined while there is one. */
interface Connection {
  readonly redis: Redis;
  readonly reason: () => string | undefined;
}

/** @throws as {openRedisRecords} does. */
async function connect(url: string): Promise<Connection> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: relayLimits.redisAnswerMs,
    commandTimeout: relayLimits.redisAnswerMs,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    retryStrategy: () => relayLimits.awayMs,
    // The first word of an error is its code. After a failover the address may be that of another server.
    reconnectOnError: ({ message }) => message.startsWith("READONLY "),
  });
  // Without a connection, commands reject with an error that does not say why there is none.
  let reason: string | undefined;
  redis.on("ready", () => {
    reason = undefined;
  });
  redis.on("error", (error) => {
    reason = messageOf(error);
  });
  redis.on("close", () => {
    reason ??= "the connection was closed";
  });
  try {
    await redis.connect().catch((cause) => {
      throw new RecordsAway(`the Redis server cannot be used: ${reason}`, { cause });
    });
    await assertDatabase(redis);
    await assertNoEviction(redis);
  } catch (error) {
    redis.disconnect();
    throw error;
  }
  return { redis, reason: () => reason };
}

/**
 * @param url `redis:` or `rediss:` URL, with user, password and database number if needed.
 * @throws {RecordsAway} when the server does not answer. @throws {UnusableStore} if it may remove rows.
 */
export async function openRedisRecords(
  url: string,
  { evictableRowsMax }: RecordsLimits = relayLimits,
): Promise<Records> {
  const { redis, reason } = await connect(url);
  const asked = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (cause) {
      throw new RecordsAway(`Redis: ${reason() ?? messageOf(cause)}`, { cause });
    }
  };
  const claimAt = async (key: string, token: string, ttlMs: number) =>
    (await asked(redis.eval(claimScript, 1, key, token, String(ttlMs)))) === 1;
  const writeAll = (commands: string[][], claims: string[][] = [], added: unknown[] = []) => {
    const lists = [claims, commands, added].map((list) => JSON.stringify(list));
    return asked(redis.eval(writeScript, 0, ...lists, evictableRowsMax, relayLimits.sweepRows));
  };
  return {
    async get(table, id) {
      const kept = asked(redis.hget(tableOf(table), id));
      const passing = asked(redis.get(rowOf(table, id)));
      const [first, second] = await Promise.all([kept, passing]);
      return first ?? second ?? undefined;
    },
    list: (table) => asked(redis.hvals(tableOf(table))),
    claim: ({ id, token }, ttlMs) => claimAt(claimOf(id), token, ttlMs),
    async release({ id, token }) {
      await asked(redis.eval(releaseScript, 1, claimOf(id), token));
    },
    async write(changes, held = []) {
      const claims = held.map(({ id, token }: Claim) => [claimOf(id), token]);
      return (await writeAll(changes.flatMap(commandsOf), claims, evictableOf(changes))) === 1;
    },
    async assertUsable() {
      await Promise.all([
        writeAll([["SET", probe, "", "PX", "1"]]),
        asked(assertNoEviction(redis)),
      ]);
    },
    // The client sends a command again whose answer was lost with the connection: it finds its own token then.
    useOnce: (id, ttlMs) => claimAt(usedOf(id), randomUUID(), ttlMs),
    async next(counter) {
      return (await asked(redis.incr(counterOf(counter)))) - 1;
    },
    async close() {
      await redis.quit().catch(() => redis.disconnect());
    },
  };
}
