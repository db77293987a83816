// What the outside miner may be told.
import { parseArgs } from "node:util";

const defaults = {
  url: "http://127.0.0.1:8545",
  name: `miner-${process.pid}`,
  submit: "partial",
  "poll-ms": "2000",
  "rest-ms": "0",
};

/** Ways to hand a block in. */
export const ways = ["block", "transactions", "partial"];

/** The name stands in a coinbase script of at most 100 bytes, with the height and a counter. */
const nameBytesMax = 60;

export const usage = `npm run miner -- [FLAGS]    mines for a node from outside, by mnr_getWork

  --url URL        the node, with its API key as path where it wants one [${defaults.url}]
  --name TEXT      written into the coinbase, so that two miners find different blocks [miner-PID]
  --submit WAY     how blocks are handed in: ${ways.join(", ")} [${defaults.submit}]
  --poll-ms N      milliseconds after which the node is asked for newer work [${defaults["poll-ms"]}]
  --rest-ms N      milliseconds to rest after a block, where one is found at once [${defaults["rest-ms"]}]
  --blocks N       stop after so many accepted blocks [never]
  --help           this text
`;

/** The command line is wrong. */
export class UsageError extends Error {}

function count(name, text, least) {
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value >= least) return value;
  throw new UsageError(`--${name}: expected an integer from ${least} on, got ${text}`);
}

/** @throws {UsageError} */
export function readFlags(args) {
  const text = { type: "string" };
  const options = {
    ...Object.fromEntries(Object.keys(defaults).map((name) => [name, text])),
    blocks: text,
    help: { type: "boolean" },
  };
  let given;
  try {
    given = parseArgs({ args, options }).values;
  } catch (cause) {
    throw new UsageError(cause.message, { cause });
  }
  const values = { ...defaults, ...given };
  if (!URL.canParse(values.url)) throw new UsageError(`--url: expected an address`);
  if (!ways.includes(values.submit)) {
    throw new UsageError(`--submit: expected one of ${ways.join(", ")}, got ${values.submit}`);
  }
  if (Buffer.byteLength(values.name) > nameBytesMax) {
    throw new UsageError(`--name: expected at most ${nameBytesMax} bytes`);
  }
  return {
    isHelp: values.help === true,
    url: values.url,
    name: values.name,
    submit: values.submit,
    pollMs: count("poll-ms", values["poll-ms"], 1),
    restMs: count("rest-ms", values["rest-ms"], 0),
    blocks:
      values.blocks === undefined ? Number.POSITIVE_INFINITY : count("blocks", values.blocks, 1),
  };
}
