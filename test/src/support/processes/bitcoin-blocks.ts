/** Runs a Bitcoin node that only has blocks, whose coinbases have the tags of a test. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createCoinbase,
  encodeBitcoinBlock,
  encodeBitcoinHeader,
  hashBitcoinHeader,
  toDisplay,
} from "@tandem/bitcoin";
import { tagScript } from "@tandem/consensus";

/** Returns blocks linked by hash, whose coinbases have these tags of 32 bytes. */
function blocksOf(tags: readonly Uint8Array[]): Uint8Array[] {
  let previousHash: Uint8Array = new Uint8Array(32);
  return tags.map((tag, height) => {
    const coinbase = createCoinbase({
      height: height + 100,
      extraNonce: new Uint8Array(4),
      outputs: [{ value: 0n, script: tagScript(tag) }],
    });
    const fields = { version: 1, previousHash, merkleRoot: tag, bits: 0x207fffff, nonce: 0 };
    const header = encodeBitcoinHeader({ ...fields, time: 1_700_000_000 + 600 * height });
    previousHash = hashBitcoinHeader(header);
    return encodeBitcoinBlock({ header, transactions: [coinbase] });
  });
}

const hashOf = (block: Uint8Array) =>
  Buffer.from(toDisplay(hashBitcoinHeader(block.subarray(0, 80)))).toString("hex");

/**
 * Serves blocks with these tags.
 * @param tags is awaited by every request, so that a test can delay the answers.
 */
export async function serveBitcoinBlocks(tags: Promise<readonly Uint8Array[]>) {
  const blocks = tags.then(blocksOf);
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const { id, method, params } = JSON.parse(text);
    const chain = await blocks;
    const answers: Readonly<Record<string, () => unknown>> = {
      getblockcount: () => chain.length - 1,
      getblockhash: () => hashOf(chain[params[0]] as Uint8Array),
      getblock: () =>
        Buffer.from(chain.find((one) => hashOf(one) === params[0]) ?? []).toString("hex"),
    };
    const result = answers[method]?.();
    const error = result === undefined ? { code: -32601, message: "no such method" } : null;
    response.end(JSON.stringify({ id, result: result ?? null, error }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
