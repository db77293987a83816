/** Runs a Redis server for one test. */
const script = new URL("../../../../scripts/redis.mjs", import.meta.url).href;

export interface RedisProcess {
  readonly url: string;
  stop(): Promise<void>;
}

export const { findRedis, startRedis } = (await import(script)) as {
  /** Returns undefined if none is installed. */
  findRedis(): string | undefined;
  startRedis(): Promise<RedisProcess>;
};

/** The reason to skip a test, as it is printed; false if a server is installed. */
export const redisAbsent = findRedis() === undefined && "redis-server is not installed";
