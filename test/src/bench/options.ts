/** Parses the command line of `npm run bench`. */
import { parseArgs } from "node:util";
import { knownPeers } from "./subject/peer.js";

export const usage = `npm run bench -- [FLAGS]

  --only TEXT      rows whose id contains TEXT; repeatable
  --list           print the ids of all rows
  --runs N         measurements of each row
  --quick          a few seconds in all: shows that everything runs, the figures mean little
  --peer NAME      measure in turn with this node, installed from npm: ${knownPeers.join(", ")}; repeatable
  --profile ROW    run one row on our node under V8's profiler and print where the time goes
  --write          write docs/benchmarks.md and docs/benchmarks.json
  --json FILE      write the JSON there
  --note TEXT      a sentence for the page, on what else the machine did

TANDEM_BENCH_PEER is a command that starts another node to measure in turn with, as in
  TANDEM_BENCH_PEER='anvil --silent --port {port} --gas-limit {gasLimit}' npm run bench
`;

export interface Options {
  readonly only: readonly string[];
  readonly peers: readonly string[];
  readonly runs: number | undefined;
  readonly isQuick: boolean;
  readonly isList: boolean;
  readonly isHelp: boolean;
  readonly isWritten: boolean;
  readonly profile: string | undefined;
  readonly json: string | undefined;
  readonly note: string | undefined;
}

/** @throws {Error} that names the invalid flag. */
export function optionsOf(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string", multiple: true, default: [] },
      peer: { type: "string", multiple: true, default: [] },
      runs: { type: "string" },
      quick: { type: "boolean", default: false },
      list: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
      profile: { type: "string" },
      json: { type: "string" },
      note: { type: "string" },
    },
  });
  const runs = values.runs === undefined ? undefined : Number(values.runs);
  if (runs !== undefined && (!Number.isInteger(runs) || runs < 1)) {
    throw new Error(`--runs ${values.runs}: expected a number from 1`);
  }
  return {
    only: values.only,
    peers: values.peer,
    runs,
    isQuick: values.quick,
    isList: values.list,
    isHelp: values.help,
    isWritten: values.write,
    profile: values.profile,
    json: values.json,
    note: values.note,
  };
}
