/**
 * Uses web3.js as a page does: it reads, sends from an account of the node, and receives events. The
 * environment contains the addresses.
 */
const assert = require("node:assert/strict");
const { Web3, HttpProvider, WebSocketProvider } = require("web3");

const { NODE_HTTP, NODE_WS, NOTES } = process.env;
const abi = [
  { type: "event", name: "Noted", inputs: [{ name: "value", type: "uint256", indexed: true }] },
  {
    type: "function",
    name: "note",
    stateMutability: "nonpayable",
    inputs: [],
    outputs: [],
  },
];
const dataOf = (value) => `0x${value.toString(16).padStart(64, "0")}`;

/** Reads, estimates and sends over HTTP, with a new connection for each request. */
async function overHttp() {
  const providerOptions = { headers: { connection: "close" }, keepalive: false };
  const web3 = new Web3(new HttpProvider(NODE_HTTP, { providerOptions }));
  const [from, to] = await web3.eth.getAccounts();
  assert.equal(await web3.eth.getChainId(), 31337n);
  assert.equal(await web3.eth.net.isListening(), true);
  const before = await web3.eth.getBalance(to);
  const sent = await web3.eth.sendTransaction({ from, to, value: "5" });
  assert.equal(sent.status, 1n);
  assert.equal(await web3.eth.getBalance(to), before + 5n);
  const sends = [1, 2, 3].map((value) =>
    web3.eth.sendTransaction({ from, to: NOTES, data: dataOf(value), gas: "100000" }),
  );
  const receipts = await Promise.all(sends);
  assert.equal(new Set(receipts.map(({ transactionHash }) => transactionHash)).size, 3);
  assert.ok((await web3.eth.estimateGas({ from, to: NOTES, data: dataOf(1) })) > 21_000n);
  assert.equal(await web3.eth.call({ to: NOTES, data: dataOf(1), input: dataOf(1) }), "0x");
  const events = await new web3.eth.Contract(abi, NOTES).getPastEvents("Noted", { fromBlock: 0 });
  assert.deepEqual(events.map(({ returnValues }) => returnValues.value).sort(), [1n, 2n, 3n]);
  const signature = await web3.eth.sign(web3.utils.utf8ToHex("hello"), from);
  const signed = typeof signature === "string" ? signature : signature.signature;
  assert.equal(web3.eth.accounts.recover("hello", signed).toLowerCase(), from.toLowerCase());
  const block = await web3.eth.getBlock(sent.blockHash, true);
  assert.equal(block.transactions.length, 1);
  const history = await web3.eth.getFeeHistory(2, "latest", [50]);
  assert.equal(history.reward.length, 2);
  return from;
}

/** Hears of blocks, and of events of a contract with and without a filter. */
async function overWebSocket(from) {
  const web3 = new Web3(new WebSocketProvider(NODE_WS));
  const contract = new web3.eth.Contract(abi, NOTES);
  const [heads, all, some] = [[], [], []];
  const headers = await web3.eth.subscribe("newBlockHeaders");
  // The head of a block comes after its logs.
  const announced = new Promise((resolve) => {
    headers.on("data", ({ number }) => {
      if (heads.push(number) === 2) resolve();
    });
  });
  const toAll = contract.events.Noted();
  const toSome = contract.events.Noted({ filter: { value: 9 } });
  const heard = new Promise((resolve) => {
    toSome.on("data", ({ returnValues }) => {
      some.push(returnValues.value);
      resolve();
    });
  });
  toAll.on("data", ({ returnValues }) => all.push(returnValues.value));
  await Promise.all(
    [toAll, toSome].map((one) => new Promise((resolve) => one.on("connected", resolve))),
  );
  for (const value of [8, 9]) {
    await web3.eth.sendTransaction({ from, to: NOTES, data: dataOf(value), gas: "100000" });
  }
  await Promise.all([heard, announced]);
  assert.deepEqual([all, some], [[8n, 9n], [9n]]);
  assert.equal(heads[1], heads[0] + 1n);
  await headers.unsubscribe();
  web3.currentProvider.disconnect();
}

overHttp()
  .then(overWebSocket)
  .then(() => process.stdout.write("all of it\n"));
