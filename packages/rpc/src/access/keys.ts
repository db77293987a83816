/**
 * Authenticates API keys, which are the last segment of the path. Only digests are stored, and no part
 * of a key is ever logged, returned or measured; a key is identified to people by its name.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Clock } from "@tandem/runtime";
import { RpcError } from "../contract/errors.js";
import { contract, namesOf } from "../contract/index.js";
import type { Method } from "../contract/method.js";
import { notAvailable } from "./access.js";
import { bucketBytes, RateLimit } from "./rate-limit.js";

/** A key and its permissions. */
export interface ApiKey {
  /** The name for people; it labels metrics. */
  readonly name: string;
  /** The SHA-256 digest of the key, 32 bytes. */
  readonly digest: Uint8Array;
  /** The maximum number of requests a second, counting each entry of a batch. Unlimited by default. */
  readonly requestsPerSecond?: number | undefined;
  /** Names of methods, or prefixes before a star, as in `eth_*`; all by default. */
  readonly methods?: readonly string[] | undefined;
  /** The maximum number of open WebSockets. The default is the limit of one client. */
  readonly sockets?: number | undefined;
  /** Permits `/metrics`, which shows the names of all keys; true by default. */
  readonly mayReadMetrics?: boolean | undefined;
  /** Its use in a thread that shares it with others; memory of its own by default. */
  readonly use?: KeyUse | undefined;
}

/** The use of a key in one of the threads that share it. */
export interface KeyUse {
  readonly memory: SharedArrayBuffer;
  /** The index of the thread, below `keyThreadsMax`. The thread that made the memory has 0. */
  readonly thread: number;
}

/** The maximum number of threads that share the use of a key: the main thread and 64 others. */
export const keyThreadsMax = 65;

/** Returns API keys with all permissions for keys given as text, and names them by their index. */
export const apiKeysOf = (keys: readonly (string | ApiKey)[]): readonly ApiKey[] =>
  keys.map((key, i) =>
    typeof key === "string" ? { name: `key-${i + 1}`, digest: digestOf(key) } : key,
  );

export const digestOf = (key: string): Uint8Array =>
  new Uint8Array(createHash("sha256").update(key).digest());

/** Returns the last segment of a path without its query; valid percent-escapes are resolved. */
export function keyOf(path: string): string {
  const [withoutQuery = ""] = path.split("?", 1);
  const segment = withoutQuery.slice(withoutQuery.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const isNamedBy = (pattern: string, name: string) =>
  pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

/** Returns the methods that a name, or a prefix before a star, matches. */
export const methodsNamed = (pattern: string): readonly Method[] =>
  (contract as readonly Method[]).filter((method) =>
    namesOf(method).some((name) => isNamedBy(pattern, name)),
  );

/** Counts requests with a key. */
export interface KeyCounts {
  answered: number;
  refused: number;
  /** Requests that exceeded the rate. */
  limited: number;
}

/** The bytes of the memory in which threads share the use of a key: the bucket of its rate, and numbers of WebSockets. */
const useBytes = bucketBytes + keyThreadsMax * Int32Array.BYTES_PER_ELEMENT;

/** The number of characters of a digest that identify a key inside the process. */
const idCharacters = 16;

/** The client that uses a key, as long as the key is valid. */
export class KeyClient {
  readonly id: string;
  readonly counts: KeyCounts = { answered: 0, refused: 0, limited: 0 };
  readonly #use: KeyUse;
  /** The number of its open WebSockets in each thread. */
  readonly #sockets: Int32Array;
  readonly #clock: Clock;
  #key: ApiKey;
  #methods: ReadonlySet<Method> | undefined;
  #rate: RateLimit | undefined;

  constructor(key: ApiKey, clock: Clock) {
    this.id = `key:${Buffer.from(key.digest).toString("hex").slice(0, idCharacters)}`;
    this.#use = key.use ?? { memory: new SharedArrayBuffer(useBytes), thread: 0 };
    this.#sockets = new Int32Array(this.#use.memory, bucketBytes, keyThreadsMax);
    this.#clock = clock;
    this.#key = key;
    this.allow(key);
  }

  get key(): this {
    return this;
  }
  /**
   * Returns the key for another thread, whose requests and WebSockets count together with those of this one.
   * @param thread as in {@link KeyUse}.
   */
  sharedWith(thread: number): ApiKey {
    return { ...this.#key, use: { memory: this.#use.memory, thread } };
  }
  get name(): string {
    return this.#key.name;
  }
  /** Returns whether the key has as many open WebSockets as it may have. */
  get hasAllSockets(): boolean {
    const max = this.#key.sockets ?? Number.POSITIVE_INFINITY;
    let open = 0;
    for (let thread = 0; thread < keyThreadsMax; thread++)
      open += Atomics.load(this.#sockets, thread);
    return open >= max;
  }
  /** Counts an opened WebSocket, or a closed one by -1. */
  addSockets(count: 1 | -1): void {
    Atomics.add(this.#sockets, this.#use.thread, count);
  }
  /** Counts no WebSocket of a thread that has ended, and closed none of them itself. */
  forgetSocketsOf(thread: number): void {
    Atomics.store(this.#sockets, thread, 0);
  }
  get mayReadMetrics(): boolean {
    return this.#key.mayReadMetrics ?? true;
  }

  hasDigest(digest: Uint8Array): boolean {
    return timingSafeEqual(this.#key.digest, digest);
  }

  /**
   * Changes the permissions of the key.
   * @param key has the same digest.
   */
  allow(key: ApiKey): void {
    this.#key = key;
    const { methods, requestsPerSecond } = key;
    this.#methods = methods && new Set(methods.flatMap(methodsNamed));
    if (requestsPerSecond !== this.#rate?.perSecond) {
      // The thread that made the memory begins with a full bucket; others share it.
      if (key.use === undefined) new BigInt64Array(this.#use.memory, 0, 1).fill(0n);
      this.#rate = requestsPerSecond
        ? new RateLimit(requestsPerSecond, this.#clock, this.#use.memory)
        : undefined;
    }
  }

  count(outcome: keyof KeyCounts): void {
    this.counts[outcome]++;
  }

  /** Counts a request. Returns the seconds to wait if the rate is exceeded, else undefined. */
  secondsToWait(): number | undefined {
    const waitMs = this.#rate?.take() ?? 0;
    if (waitMs === 0) return undefined;
    this.count("limited");
    return Math.ceil(waitMs / 1000);
  }

  /**
   * Returns the error for a request over the rate.
   * @param retryAfter seconds.
   */
  tooMany(retryAfter: number): RpcError {
    const max = this.#rate?.perSecond;
    const limit = "requests-per-second";
    const message = `limit exceeded: ${limit} is at most ${max}; retry after ${retryAfter} s`;
    return new RpcError("limit", message, { limit, max, retryAfter });
  }

  permits(method: Method): boolean {
    return this.#methods === undefined || this.#methods.has(method);
  }

  /**
   * Returns the error if the key does not permit a method, else undefined.
   * @param name the name in the request.
   */
  refusal(method: Method, name: string): RpcError | undefined {
    if (this.permits(method)) return undefined;
    return notAvailable(name, "is not among the methods of this API key");
  }
}

/** The keys that are valid now. */
export class KeyRing {
  readonly #clock: Clock;
  #clients = new Map<string, KeyClient>();

  constructor(keys: readonly ApiKey[], clock: Clock) {
    this.#clock = clock;
    this.replace(keys);
  }

  get clients(): Iterable<KeyClient> {
    return this.#clients.values();
  }

  /**
   * Returns the client of a path's key. The first comparison uses a digest of the input and a hash
   * table with a secret seed, so that its duration reveals nothing about other digests.
   */
  find(path: string): KeyClient | undefined {
    const digest = digestOf(keyOf(path));
    const client = this.#clients.get(textOf(digest));
    return client?.hasDigest(digest) ? client : undefined;
  }

  withId(id: string): KeyClient | undefined {
    for (const client of this.#clients.values()) if (client.id === id) return client;
    return undefined;
  }

  /** Replaces the valid keys. Returns the clients whose keys are no longer valid. */
  replace(keys: readonly ApiKey[]): readonly KeyClient[] {
    const before = this.#clients;
    const now = new Map<string, KeyClient>();
    for (const key of keys) {
      const id = textOf(key.digest);
      const client = before.get(id) ?? new KeyClient(key, this.#clock);
      client.allow(key);
      now.set(id, client);
    }
    this.#clients = now;
    return [...before].flatMap(([id, client]) => (now.has(id) ? [] : [client]));
  }
}

const textOf = (digest: Uint8Array) => Buffer.from(digest).toString("latin1");
