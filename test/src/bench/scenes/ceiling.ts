/** Measures the maximum rate of the load generator on this machine. */
import { rpcRequest } from "../generator/request.js";
import { rateOf, repeated, rotated } from "../rate.js";
import { type Measurement, type Scene, scene } from "../scene.js";
import { ceiling } from "../subject/ceiling.js";
import type { RunningSubject } from "../subject/subject.js";
import { pipelined, pipelinedAbout } from "./reads.js";

const overHttp = (connections: number): Measurement<RunningSubject> => ({
  rows: [
    {
      id: `ceiling-http-${connections}`,
      about: `one fixed answer, ${connections} connections`,
      unit: "/s",
      better: "more",
    },
  ],
  async measure(node, tools) {
    const lists = rotated([rpcRequest("eth_blockNumber")], connections);
    return [await rateOf(node, repeated(node.port, lists), tools)];
  },
});

export const ceilingScene = (): Scene =>
  scene<RunningSubject>({
    name: "ceiling",
    subject: ceiling,
    prepare: (subject) => subject.start({ mining: "manual", gasLimit: 0 }),
    close: (node) => node.stop(),
    measurements: [
      overHttp(32),
      overHttp(128),
      {
        rows: [
          {
            id: "ceiling-socket",
            about: `one fixed answer, ${pipelinedAbout}`,
            unit: "/s",
            better: "more",
          },
        ],
        measure: async (node, tools) => [await rateOf(node, pipelined(node.port), tools)],
      },
    ],
  });
