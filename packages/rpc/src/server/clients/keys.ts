/**
 * API keys: the last segment of the path. Only digests are kept, and nothing of a key is ever
 * logged, answered or measured; people read its name.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Clock } from "@tandem/runtime";
import { RpcError } from "../../contract/errors.js";
import { contract, namesOf } from "../../contract/index.js";
import type { Method } from "../../contract/method.js";
import { notAvailable } from "./access.js";
import type { Client } from "./client.js";
import { RateLimit } from "./rate-limit.js";

/** A key and what it allows. */
export interface ApiKey {
  /** For people: it labels metrics. */
  readonly name: string;
  /** SHA-256 of the key, 32 bytes. */
  readonly digest: Uint8Array;
  /** Requests a second, each of a batch counted; left out: any number. */
  readonly requestsPerSecond?: number | undefined;
  /** Names of methods, or beginnings of names before a star, as in `eth_*`; left out: all. */
  readonly methods?: readonly string[] | undefined;
  /** WebSockets open at once; left out: as many as one client may have. */
  readonly sockets?: number | undefined;
  /** Whether it opens `/metrics`, which shows the names of all keys; left out: yes. */
  readonly mayReadMetrics?: boolean | undefined;
}

/** Returns keys given as text as such that allow everything, named by their place. */
export const apiKeysOf = (keys: readonly (string | ApiKey)[]): readonly ApiKey[] =>
  keys.map((key, i) =>
    typeof key === "string" ? { name: `key-${i + 1}`, digest: digestOf(key) } : key,
  );

export const digestOf = (key: string): Uint8Array =>
  new Uint8Array(createHash("sha256").update(key).digest());

/** Last segment of a path without its query; percent-escapes are resolved where they are valid. */
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

/** Returns the methods a name, or the beginning of names before a star, stands for. */
export const methodsNamed = (pattern: string): readonly Method[] =>
  (contract as readonly Method[]).filter((method) =>
    namesOf(method).some((name) => isNamedBy(pattern, name)),
  );

/** Requests that were made with a key. */
export interface KeyCounts {
  answered: number;
  refused: number;
  /** Refused for their rate. */
  limited: number;
}

/** Characters of its digest that tell a key from others inside the process. */
const idCharacters = 16;

/** The client that comes with a key, for as long as the key is valid. */
export class KeyClient implements Client {
  readonly id: string;
  readonly counts: KeyCounts = { answered: 0, refused: 0, limited: 0 };
  readonly #clock: Clock;
  #key: ApiKey;
  #methods: ReadonlySet<Method> | undefined;
  #rate: RateLimit | undefined;

  constructor(key: ApiKey, clock: Clock) {
    this.id = `key:${Buffer.from(key.digest).toString("hex").slice(0, idCharacters)}`;
    this.#clock = clock;
    this.#key = key;
    this.allow(key);
  }

  get key(): this {
    return this;
  }
  get name(): string {
    return this.#key.name;
  }
  get socketsMax(): number {
    return this.#key.sockets ?? Number.POSITIVE_INFINITY;
  }
  get mayReadMetrics(): boolean {
    return this.#key.mayReadMetrics ?? true;
  }

  hasDigest(digest: Uint8Array): boolean {
    return timingSafeEqual(this.#key.digest, digest);
  }

  /** Changes what the key allows. @param key with the same digest. */
  allow(key: ApiKey): void {
    this.#key = key;
    const { methods, requestsPerSecond } = key;
    this.#methods = methods && new Set(methods.flatMap(methodsNamed));
    if (requestsPerSecond !== this.#rate?.perSecond) {
      this.#rate = requestsPerSecond ? new RateLimit(requestsPerSecond, this.#clock) : undefined;
    }
  }

  count(outcome: keyof KeyCounts): void {
    this.counts[outcome]++;
  }

  /** Counts a request. @returns the seconds to wait when there were too many; else undefined. */
  secondsToWait(): number | undefined {
    const waitMs = this.#rate?.take() ?? 0;
    if (waitMs === 0) return undefined;
    this.count("limited");
    return Math.ceil(waitMs / 1000);
  }

  /** The error that answers a request over the rate. @param retryAfter seconds. */
  tooMany(retryAfter: number): RpcError {
    const max = this.#rate?.perSecond;
    const limit = "requests-per-second";
    const message = `limit exceeded: ${limit} is at most ${max}; retry after ${retryAfter} s`;
    return new RpcError("limit", message, { limit, max, retryAfter });
  }

  /** Why the key cannot have a method, or undefined. @param name by which it was asked for. */
  refusal(method: Method, name: string): RpcError | undefined {
    if (this.#methods === undefined || this.#methods.has(method)) return undefined;
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
   * Returns who comes with the key of a path. The text compared first is a digest of what was given
   * and meets a hash table whose seed nobody knows, so that its time tells nothing of other digests.
   */
  find(path: string): KeyClient | undefined {
    const digest = digestOf(keyOf(path));
    const client = this.#clients.get(textOf(digest));
    return client?.hasDigest(digest) ? client : undefined;
  }

  /** Makes these the valid keys. @returns the clients whose key is not valid any more. */
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
