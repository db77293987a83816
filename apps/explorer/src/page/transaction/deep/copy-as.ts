/** Formats a transaction as commands that repeat it as a call: for cast, curl and viem. */
import { toHex, toQuantity } from "@tandem/primitives";
import type { Transaction } from "../../session/answers.js";

export interface CopiedCommand {
  readonly tool: "cast" | "curl" | "viem";
  readonly text: string;
}

type Repeated = Pick<Transaction, "from" | "to" | "value" | "gas" | "input" | "blockNumber">;

/** @param url of the node, without an API key, which is a secret. */
export function commandsFor(transaction: Repeated, url: string): readonly CopiedCommand[] {
  const { from, to, value, gas, input, blockNumber } = transaction;
  const before = blockNumber === undefined ? undefined : blockNumber - 1;
  const call = {
    from: toHex(from),
    ...(to === undefined ? {} : { to: toHex(to) }),
    value: toQuantity(value),
    gas: toQuantity(gas),
    data: toHex(input),
  };
  const block = before === undefined ? "latest" : toQuantity(before);
  const body = { jsonrpc: "2.0", id: 1, method: "eth_call", params: [call, block] };
  const target = to === undefined ? `--create ${call.data}` : `${toHex(to)} ${call.data}`;
  const at = before === undefined ? "" : ` --block ${before}`;
  return [
    {
      tool: "cast",
      text: `cast call --rpc-url ${url}${at} --from ${call.from} --value ${value} ${target}`,
    },
    {
      tool: "curl",
      text: `curl -s ${url} -H 'content-type: application/json' -d '${JSON.stringify(body)}'`,
    },
    { tool: "viem", text: viemText(transaction, url, before) },
  ];
}

function viemText({ from, to, value, gas, input }: Repeated, url: string, block?: number): string {
  return [
    `import { createPublicClient, http } from "viem";`,
    "",
    `const client = createPublicClient({ transport: http("${url}") });`,
    "const { data } = await client.call({",
    `  account: "${toHex(from)}",`,
    ...(to === undefined ? [] : [`  to: "${toHex(to)}",`]),
    `  value: ${value}n,`,
    `  gas: ${gas}n,`,
    `  data: "${toHex(input)}",`,
    ...(block === undefined ? [] : [`  blockNumber: ${block}n,`]),
    "});",
  ].join("\n");
}
