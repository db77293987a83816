/** The API keys of the settings: those given one by one, and a file that is read again when it changes. */
import { readFileSync, statSync } from "node:fs";
import { UsageError } from "@tandem/cli";
import { type ApiKey, digestOf } from "@tandem/rpc";
import type { Logger } from "@tandem/runtime";
import type { Config } from "../config/settings.js";
import { apiKeysFileBytesMax, keysFilePollMs } from "./limits.js";
import { joinKeys, KeysProblem, parseKeys } from "./parse.js";

type KeySettings = Pick<Config, "api-key" | "api-keys-file">;

const ofSettings = (config: KeySettings): ApiKey[] =>
  config["api-key"].map((key, i) => ({ name: `setting-${i + 1}`, digest: digestOf(key) }));

/** @throws {KeysProblem} */
const readKeys = (config: KeySettings, fileName: string): readonly ApiKey[] =>
  joinKeys([...ofSettings(config), ...parseKeys(readText(fileName))]);

/** @throws {KeysProblem} */
function readText(fileName: string): string {
  try {
    if (statSync(fileName).size > apiKeysFileBytesMax) {
      throw new KeysProblem(`it is longer than ${apiKeysFileBytesMax} bytes`);
    }
    return readFileSync(fileName, "utf8");
  } catch (cause) {
    if (cause instanceof KeysProblem) throw cause;
    throw new KeysProblem("it cannot be read", { cause });
  }
}

/**
 * Tells one state of a file from another: it may be replaced by another, written in place, or be a
 * link that leads elsewhere. Undefined while there is none.
 */
function stateOf(fileName: string): string | undefined {
  try {
    const { ino, dev, size, mtimeNs } = statSync(fileName, { bigint: true });
    return `${dev} ${ino} ${size} ${mtimeNs}`;
  } catch {
    return undefined;
  }
}

/** The keys that are valid now. */
export class ApiKeys {
  /** None: every request is let in. */
  readonly atStart: readonly ApiKey[];
  readonly #config: KeySettings;
  /** The state of the file that was read last, and the one seen last. */
  #read: string | undefined;
  #seen: string | undefined;

  /** @throws {UsageError} when the file cannot be read or used. */
  constructor(config: KeySettings) {
    this.#config = config;
    const fileName = config["api-keys-file"];
    if (fileName === undefined) {
      this.atStart = config["api-key"].length === 0 ? [] : joinKeys(ofSettings(config));
      return;
    }
    this.#read = stateOf(fileName);
    this.#seen = this.#read;
    try {
      this.atStart = readKeys(config, fileName);
    } catch (error) {
      if (!(error instanceof KeysProblem)) throw error;
      throw new UsageError(`--api-keys-file: ${fileName}: ${error.message}`, { cause: error });
    }
  }

  /**
   * Looks at the file regularly, where there is one.
   * @param apply is called with the keys after each change.
   * @returns a function that ends it.
   */
  watch(apply: (keys: readonly ApiKey[]) => void, logger: Logger): () => void {
    if (this.#config["api-keys-file"] === undefined) return () => {};
    const timer = setInterval(() => this.look(apply, logger), keysFilePollMs).unref();
    return () => clearInterval(timer);
  }

  /**
   * Reads the file when it has changed and is the same as at the look before: one that is being
   * written is left alone. Keys that cannot be used leave those of before in force.
   */
  look(apply: (keys: readonly ApiKey[]) => void, logger: Logger): void {
    const fileName = this.#config["api-keys-file"] ?? "";
    const state = stateOf(fileName);
    const isSettled = state === this.#seen;
    this.#seen = state;
    if (!isSettled || state === this.#read) return;
    this.#read = state;
    try {
      const keys = readKeys(this.#config, fileName);
      apply(keys);
      logger.info({ keys: keys.length }, "the API keys were read again");
    } catch (error) {
      if (!(error instanceof KeysProblem)) throw error;
      logger.warn(
        { problem: error.message },
        "the file of API keys cannot be used: the keys of before stay in force",
      );
    }
  }
}
