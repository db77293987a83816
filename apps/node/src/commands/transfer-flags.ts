/** What `tandem export` and `tandem import` are given: a file and a node. */
import { parseArgs } from "node:util";
import { didYouMean, UsageError } from "../config/usage-error.js";

export interface TransferFlags {
  readonly file: string;
  readonly url: string;
}

/** The node a command speaks to unless told otherwise. */
export const defaultUrl = "http://127.0.0.1:8545";

/** @throws {UsageError} */
export function readTransferFlags(command: string, args: readonly string[]): TransferFlags {
  const options = { url: { type: "string" } } as const;
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const usage = `usage: tandem ${command} FILE [--url ${defaultUrl}]`;
  const files: string[] = [];
  let url = defaultUrl;
  for (const token of tokens) {
    if (token.kind === "positional") files.push(token.value);
    if (token.kind !== "option") continue;
    if (token.name !== "url") {
      const hint = didYouMean(token.name, ["url"]).replace("mean ", "mean --");
      throw new UsageError(`unknown flag ${token.rawName}${hint}; ${usage}`);
    }
    if (token.value === undefined || !URL.canParse(token.value)) {
      throw new UsageError(`--url: expected the address of a node; ${usage}`);
    }
    url = token.value;
  }
  const [file] = files;
  if (file === undefined || files.length > 1) throw new UsageError(usage);
  return { file, url };
}
