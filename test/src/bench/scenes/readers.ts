/** Measures the effect of threads that own the sockets: reads over many connections. */
import { rpcRequest } from "../generator/request.js";
import { rateOf, repeated } from "../rate.js";
import { type Scene, scene } from "../scene.js";
import type { RunningSubject, Subject } from "../subject/subject.js";

const connections = 32;
const account = `0x${"5e".repeat(20)}`;

/** The nodes by their number of threads with sockets. */
type Session = Readonly<Record<"main" | "threads", RunningSubject>>;

const names = { main: "the main thread", threads: "two threads" } as const;

const gasLimit = 30_000_000;

const start = (subject: Subject, readers: number) =>
  subject.start({ mining: "auto", gasLimit, flags: ["--readers", `${readers}`] });

export const readersScene = (): Scene =>
  scene<Session>({
    name: "readers",
    isOursOnly: true,
    prepare: async (subject) => ({
      main: await start(subject, 0),
      threads: await start(subject, 2),
    }),
    async close({ main, threads }) {
      await main.stop();
      await threads.stop();
    },
    measurements: [
      {
        rows: (["main", "threads"] as const).map((name) => ({
          id: `readers-balance-${name}`,
          about: `eth_getBalance, ${connections} connections of ${names[name]}`,
          unit: "/s",
          better: "more",
        })),
        async measure(session, tools) {
          const list = [rpcRequest("eth_getBalance", [account, "latest"])];
          const lists = Array.from({ length: connections }, () => list);
          const figures = [];
          for (const name of ["main", "threads"] as const) {
            figures.push(await rateOf(session[name], repeated(session[name].port, lists), tools));
          }
          return figures;
        },
      },
    ],
  });
