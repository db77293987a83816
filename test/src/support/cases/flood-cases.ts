/** Tests a flood of logs with a subscriber that never reads, and with others that do. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { it } from "node:test";
import { WebSocket } from "ws";
import { developmentAccount, sign } from "../development.js";
import { eventually, within } from "../eventually.js";
import { JsonSocket } from "../json-socket.js";
import type { NodeContext } from "../node-suite.js";
import { call } from "../rpc.js";
import type { Hex, WireBlock, WireLog } from "../wire.js";

const logsPerBlock = 30;
const logBytes = 98_304;
/** The blocks with logs. */
const blocks = 2;
/**
 * The number of times that the client which does not read subscribes. 30 logs of 96 KB in a block are about 6 MB of JSON, so
 * these are more than the 16 MB that may wait for a socket and the 36 MB that Linux buffers at most.
 */
const subscriptions = 5;

/**
 * Init code that logs `logBytes` zero bytes `logsPerBlock` times and creates nothing:
 * PUSH1 n · JUMPDEST · PUSH3 size · PUSH0 · LOG0 · PUSH1 1 · SWAP1 · SUB · DUP1 · PUSH1 2 · JUMPI.
 */
const flood: Hex = `0x60${logsPerBlock.toString(16).padStart(2, "0")}5b62${logBytes
  .toString(16)
  .padStart(6, "0")}5fa0600190038060025700`;

/** Subscribes to every log, several times, and stops reading at once. */
async function openSilentReader(wsUrl: string): Promise<WebSocket> {
  const socket = new WebSocket(wsUrl, { perMessageDeflate: false });
  socket.on("error", () => {});
  await once(socket, "open");
  for (let i = 0; i < subscriptions; i++) {
    socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["logs"]}');
    const [answer] = await once(socket, "message");
    assert.match(String(answer), /"result":"0x/);
  }
  socket.pause();
  return socket;
}

export function floodCases({ node, url }: NodeContext): void {
  it("is dropped, while those who read get everything", async () => {
    const { wsUrl } = node();
    const silent = await openSilentReader(wsUrl);
    const [reader, other] = [await JsonSocket.open(wsUrl), await JsonSocket.open(wsUrl)];
    try {
      const logs = await reader.subscribe<WireLog>("logs");
      const heads = await other.subscribe<WireBlock>("newHeads");
      const account = developmentAccount(9);
      const firstNonce = await call<Hex>(url(), "eth_getTransactionCount", [account.address]);
      for (let i = 0; i < blocks; i++) {
        const fields = { nonce: Number(firstNonce) + i, gasLimit: 29_000_000, data: flood };
        const { raw } = sign(account, { type: 2, ...fields });
        await call(url(), "eth_sendRawTransaction", [raw]);
        await call(url(), "evm_mine");
        const header = await heads.inbox.next();
        assert.ok(BigInt(header.gasUsed) > 20_000_000n, "the flood ran");
        await logs.inbox.count((i + 1) * logsPerBlock);
      }
      assert.equal(logs.inbox.received.length, blocks * logsPerBlock);
      const size = logs.inbox.received.reduce((sum, { data }) => sum + data.length, 0);
      await assertDropped(silent, subscriptions * size);
    } finally {
      silent.terminate();
      await reader.close();
      await other.close();
    }
  });
}

/** When it reads again, the connection has ended before all data was received. */
async function assertDropped(silent: WebSocket, size: number): Promise<void> {
  let received = 0;
  silent.on("message", (text) => {
    received += String(text).length;
  });
  const closed = once(silent, "close");
  silent.resume();
  await within("end of the connection that was not read", closed);
  await eventually("end", () => silent.readyState === WebSocket.CLOSED);
  assert.ok(received < size, `${received} of ${size} bytes were kept for it`);
}
