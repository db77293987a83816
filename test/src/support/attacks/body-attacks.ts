/** Lists attacks with bodies that are large, deep or many, most of which are not requests. */
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { WebSocket } from "ws";
import { type Attack, requesting } from "./attack.js";
import type { Target } from "./target.js";

const bodyMax = 25 * 1024 * 1024 - 1_000;
/** The length of bodies that every test run sends. */
const smallBody = 16_000_000;

/** Returns the list of this number of empty objects that has about this length. */
const emptyObjects = (length: number) => `[${filling("{}", ",", length)}]`;

const withKey: Partial<Attack> = { key: "a-key-that-nobody-knows" };
const request = (method: string, params: readonly unknown[] = [], id: unknown = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});

/** Repeats a piece up to the maximum size of a body, with `between` as the separator. */
const filling = (piece: string, between = ",", max = bodyMax) => {
  const times = Math.floor(max / (piece.length + between.length));
  return (piece + between).repeat(times - 1) + piece;
};

const posting = (
  name: string,
  body: () => string | Uint8Array,
  more: Partial<Attack> = {},
): Attack => ({
  name,
  ...more,
  async prepare(target) {
    const made = body();
    return () => target.post(made);
  },
});

/** Declares the same as one WebSocket message. */
const sending = (name: string, message: () => string): Attack => ({
  name: `WebSocket: ${name}`,
  async prepare(target) {
    const made = message();
    const socket = await openSocket(target);
    return () =>
      new Promise((resolve) => {
        const ended = (words: string) => {
          socket.terminate();
          resolve(words);
        };
        socket.on("message", (text) => ended(`message: ${String(text).slice(0, 100)}`));
        socket.on("close", (code) => ended(`closed with ${code}`));
        socket.send(made);
      });
  },
});

export async function openSocket({ node }: Target): Promise<WebSocket> {
  const socket = new WebSocket(node.wsUrl, { perMessageDeflate: false });
  socket.on("error", () => {});
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  return socket;
}

/** Returns the RLP of a list of this number of empty lists, from 2^16 to 2^24. */
const listOf = (count: number) => `0xfa${count.toString(16).padStart(6, "0")}${"c0".repeat(count)}`;

/** Returns a call with these parameters, as JSON. */
const callOf = (params: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":[${params}]}`;

type Body = readonly [name: string, body: () => string];

const bodies: readonly Body[] = [
  ["24 MB of [{},{},…]", () => `[${filling("{}")}]`],
  ["16 MB of [{},{},…]", () => emptyObjects(smallBody)],
  // `ws` copies a message in one piece.
  ["10 MB of [{},{},…]", () => emptyObjects(10_000_000)],
  ["24 MB of [[],[],…]", () => `[${filling("[]")}]`],
  ["24 MB of [1,1,…]", () => `[${filling("1")}]`],
  ["24 MB of numbers in the parameters", () => callOf(filling("7"))],
  ["24 MB of small objects in the parameters", () => callOf(`[${filling('{"a":0}')}]`)],
  [
    "24 MB of members",
    () => {
      const members = Array.from({ length: 1_300_000 }, (_, n) => `"m${n}":${n}`).join(",");
      return callOf(`{${members}}`);
    },
  ],
  ["24 MB of [[[[…", () => "[".repeat(bodyMax)],
  ["16 MB of [[[[…", () => "[".repeat(smallBody)],
  ['24 MB of {"a":{"a":…', () => filling('{"a":', "")],
  ["24 MB of [[]] 60 deep", () => `[${filling(`${"[".repeat(60)}${"]".repeat(60)}`)}]`],
  ["a string of 24 MB", () => callOf(`"${"a".repeat(bodyMax)}"`)],
  ["a string of 4 million escapes", () => callOf(`"${filling("\\u00e9", "")}"`)],
  ["a string of quotes", () => callOf(`"${filling('\\"', "")}"`)],
  ["a string of backslashes", () => callOf(`"${filling("\\\\", "")}"`)],
  ["24 MB of two-byte characters", () => callOf(`"${"é".repeat(bodyMax / 2)}"`)],
  ["24 MB of spaces", () => " ".repeat(bodyMax)],
  [
    "an id of 24 MB of digits",
    () => `{"jsonrpc":"2.0","id":${"1".repeat(bodyMax)},"method":"eth_chainId"}`,
  ],
  [
    "an id of 24 MB of text",
    () => `{"jsonrpc":"2.0","id":"${"i".repeat(bodyMax)}","method":"eth_chainId"}`,
  ],
  ["a method's name of 24 MB", () => `{"jsonrpc":"2.0","id":1,"method":"${"m".repeat(bodyMax)}"}`],
  ["a number of 24 MB of digits", () => callOf("9".repeat(bodyMax))],
  [
    "web3_sha3 of 12 MB",
    () => JSON.stringify(request("web3_sha3", [`0x${"ab".repeat(12_500_000)}`])),
  ],
  [
    "a raw transaction of 12 MB",
    () => JSON.stringify(request("eth_sendRawTransaction", [`0x${"ab".repeat(12_500_000)}`])),
  ],
  ...[12_500_000, 7_500_000].map(
    (bytes): Body => [
      `a raw transaction of ${Math.floor(bytes / 1e6)} MB of lists`,
      () => JSON.stringify(request("eth_sendRawTransaction", [listOf(bytes)])),
    ],
  ),
  [
    "a block of 12 MB of lists",
    () => JSON.stringify(request("debug_importBlocks", [[listOf(12_500_000)]])),
  ],
  [
    "a block of 12 MB of deep lists",
    () => JSON.stringify(request("debug_importBlocks", [[`0x${"c1".repeat(12_500_000)}`]])),
  ],
];

/** Declares a batch of many equal requests. */
const batch = (
  name: string,
  one: (n: number) => object,
  more: Partial<Attack> = {},
  count = 1_000,
): Attack =>
  posting(
    `a batch: ${name}`,
    () => JSON.stringify(Array.from({ length: count }, (_, n) => one(n))),
    more,
  );

const spin = { "0x00000000000000000000000000000000000c0de4": { code: "0x5b600056" } };
const spinning = { to: "0x00000000000000000000000000000000000c0de4", gas: "0x30d40" };

const batches: readonly Attack[] = [
  ...[1_000, 200].flatMap((count) => {
    const loop = (n: number) => request("eth_call", [spinning, "latest", spin], n);
    return batch(`${count} loops of 200,000 gas`, loop, {}, count);
  }),
  batch("60 times the whole of openrpc", (n) => request("rpc_discover", [], n), {}, 60),
  batch(
    "1,000 estimates",
    (n) => request("eth_estimateGas", [{ to: spinning.to }, "latest", spin], n),
    { isLong: true },
  ),
  batch("1,000 times the whole of openrpc", (n) => request("rpc_discover", [], n)),
  batch("1,000 web3_sha3 of 12 KB", (n) => request("web3_sha3", [`0x${"ab".repeat(12_000)}`], n)),
  batch("1,000 requests with ids of 20 digits", (n) => request("eth_chainId", [], n)),
  batch("1,000 unknown methods of 20 KB", (n) => request("m".repeat(20_000), [], n)),
  batch("1,000 eth_getLogs of everything", (n) =>
    request("eth_getLogs", [{ fromBlock: "0x0" }], n),
  ),
  batch("1,000 fee histories", (n) =>
    request("eth_feeHistory", ["0x400", "latest", [0, 50, 100]], n),
  ),
  batch("1,000 traces of a loop", (n) =>
    request(
      "debug_traceCall",
      [{ ...spinning, gas: "0x7530" }, "latest", { stateOverrides: spin }],
      n,
    ),
  ),
];

/** Declares the same body of twenty clients at once. */
const byMany = (name: string, more: Partial<Attack> = {}): Attack => ({
  name,
  ...more,
  async prepare(target) {
    const body = `[${filling("{}")}]`;
    return async () =>
      (await Promise.all(Array.from({ length: 20 }, () => target.post(body))))[0] ?? "";
  },
});

const keyless: readonly Attack[] = [
  posting("without a key: 16 MB of [{},{},…]", () => emptyObjects(smallBody), withKey),
  byMany("without a key: 24 MB of [{},{},…] by 20 clients", withKey),
];

const transport: readonly Attack[] = [
  byMany("20 clients with 24 MB of [{},{},…]"),
  ...[1_000, 300].map(
    (count): Attack => ({
      name: `${count} sockets in the middle of a body of 20 MB`,
      async prepare(target) {
        const { hostname, port } = new URL(target.url);
        const head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
        return async () => {
          const sockets = Array.from({ length: count }, () => connect(Number(port), hostname));
          for (const socket of sockets) {
            socket.on("error", () => {});
            socket.write(`${head}Content-Length: 20000000\r\n\r\n[${"{},".repeat(20_000)}`);
          }
          await target.call("eth_chainId");
          for (const socket of sockets) socket.destroy();
          return "hung up";
        };
      },
    }),
  ),
  {
    name: "1,000 pipelined questions for /metrics",
    async prepare(target) {
      const { hostname, port } = new URL(target.url);
      const one = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";
      return () =>
        new Promise((resolve) => {
          let answers = 0;
          const socket = connect(Number(port), hostname, () => socket.write(one.repeat(1_000)));
          socket.on("error", () => {});
          socket.on("data", (chunk) => {
            answers += chunk.toString("latin1").split("HTTP/1.1 ").length - 1;
            if (answers >= 1_000) socket.destroy();
          });
          socket.on("close", () => resolve(`${answers} answers`));
        });
    },
  },
  ...[100, 4].map(
    (count): Attack => ({
      name: `WebSocket: ${count} sockets with 1,000 messages each`,
      async prepare(target) {
        const sockets: WebSocket[] = [];
        for (let n = 0; n < count; n++) sockets.push(await openSocket(target));
        const text = JSON.stringify(request("eth_getBlockByNumber", ["latest", true]));
        return async () => {
          let answers = 0;
          await Promise.all(
            sockets.map(
              (socket) =>
                new Promise<void>((resolve) => {
                  let own = 0;
                  socket.on("close", () => resolve());
                  socket.on("message", () => {
                    answers++;
                    if (++own === 1_000) resolve();
                  });
                  for (let i = 0; i < 1_000; i++) socket.send(text);
                }),
            ),
          );
          for (const socket of sockets) socket.terminate();
          return `${answers} answers`;
        };
      },
    }),
  ),
  {
    name: "a compressed body of 24 MB",
    async prepare(target) {
      const body = gzipSync(" ".repeat(bodyMax * 10));
      return () => target.post(body, "/", { "content-encoding": "gzip" });
    },
  },
];

export const bodyAttacks: readonly Attack[] = [
  ...bodies.map(([name, body]) => posting(name, body)),
  ...bodies
    .filter(([name]) => /\[\{\}|members|digits|string of 24/.test(name))
    .map(([name, body]) => sending(name, body)),
  ...batches,
  ...keyless,
  ...transport,
  requesting("eth_call: 12 MB of a wrong address", "eth_call", () => [
    { to: `0x${"a".repeat(bodyMax)}` },
  ]),
];
