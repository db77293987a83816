/** Reads JSON files of users, and locates errors in them. */
import { UsageError, unreadable } from "@tandem/cli";
import { messageOf } from "@tandem/runtime";
import { readTextSync } from "@tandem/runtime/files";
import { jsonProblem } from "./json-problem.js";
import { smallFileBytesMax } from "./limits.js";

/**
 * @param what the beginning of errors, such as `--chain: FILE`; the file by default.
 * @throws {UsageError} if the file cannot be read, or with line and column if it is not JSON.
 */
export function readJsonFile(file: string, what = file): unknown {
  let text: string;
  try {
    text = readTextSync(file, smallFileBytesMax);
  } catch (cause) {
    throw new UsageError(unreadable(what, cause), { cause });
  }
  return parseJson(text, what);
}

/** @throws {UsageError} with line and column if the text is not JSON. */
export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const found = jsonProblem(text);
    const message = messageOf(cause);
    const where =
      found === undefined
        ? `: ${message}`
        : `, line ${found.line}, column ${found.column}: ${found.expected} is expected`;
    throw new UsageError(`${what} is not JSON${where}`, { cause });
  }
}
