/** Loads API keys from the settings: single keys, and a file that is read again after each change. */
import { existsSync, statSync } from "node:fs";
import { fileReason, UsageError } from "@tandem/cli";
import { type ApiKey, digestOf } from "@tandem/rpc";
import type { Logger } from "@tandem/runtime";
import { readTextSync } from "@tandem/runtime/files";
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
    return readTextSync(fileName, apiKeysFileBytesMax);
  } catch (cause) {
    throw new KeysProblem(`it cannot be read: ${fileReason(cause)}`, { cause });
  }
}

/**
 * Identifies the state of a file, which may be replaced, written in place, or be a symbolic link
 * that changes. Returns undefined if there is no file, and for a pipe, which waits when it is read again.
 */
function stateOf(fileName: string): string | undefined {
  try {
    const file = statSync(fileName, { bigint: true });
    if (!file.isFile()) return undefined;
    const { ino, dev, size, mtimeNs } = file;
    return `${dev} ${ino} ${size} ${mtimeNs}`;
  } catch {
    return undefined;
  }
}

/** Provides the keys that are valid now. */
export class ApiKeys {
  /** The keys at the start; an empty list admits every request. */
  readonly atStart: readonly ApiKey[];
  readonly #config: KeySettings;
  /** The state of the file that was read last, and the state seen last. */
  #read: string | undefined;
  #seen: string | undefined;

  /** @param place the name of the file's setting, for errors. @throws {UsageError} if the file cannot be read or is invalid. */
  constructor(config: KeySettings, place: string) {
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
      throw new UsageError(`${place}: ${fileName}: ${error.message}`, { cause: error });
    }
  }

  /**
   * Polls the file, if there is one.
   * @param apply is called with the keys after each change.
   * @returns a function that stops polling.
   */
  watch(apply: (keys: readonly ApiKey[]) => void, logger: Logger): () => void {
    if (this.#config["api-keys-file"] === undefined) return () => {};
    const timer = setInterval(() => this.poll(apply, logger), keysFilePollMs).unref();
    return () => clearInterval(timer);
  }

  /**
   * Reads the file if it has changed and is the same as at the previous poll, because a file may
   * still be written. If the keys are invalid, the previous ones stay valid.
   */
  poll(apply: (keys: readonly ApiKey[]) => void, logger: Logger): void {
    const fileName = this.#config["api-keys-file"] ?? "";
    const state = stateOf(fileName);
    const isSettled = state === this.#seen;
    this.#seen = state;
    if (!isSettled || state === this.#read) return;
    this.#read = state;
    try {
      // A pipe in its place would hold the node until something is written to it.
      if (state === undefined && existsSync(fileName)) {
        throw new KeysProblem("it is not a file any more");
      }
      const keys = readKeys(this.#config, fileName);
      apply(keys);
      logger.info({ keys: keys.length }, "the file of API keys was read again");
    } catch (error) {
      if (!(error instanceof KeysProblem)) throw error;
      logger.warn(
        { problem: error.message },
        "the file of API keys is invalid: the previous keys stay valid",
      );
    }
  }
}
