/** A Redis server of a test's own. */
const script = new URL("../../../../scripts/redis.mjs", import.meta.url).href;

export interface RedisProcess {
  readonly url: string;
  stop(): Promise<void>;
}

export const { findRedis, startRedis } = (await import(script)) as {
  /** Undefined where none is installed. */
  findRedis(): string | undefined;
  startRedis(): Promise<RedisProcess>;
};

/** Why a test is left out, as it is printed; false where there is a server. */
export const redisAbsent = findRedis() === undefined && "redis-server is not installed";
