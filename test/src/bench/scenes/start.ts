/** Measures the start of a node. */
import { setTimeout as pause } from "node:timers/promises";
import { inMegabytes } from "../rate.js";
import { type Scene, scene } from "../scene.js";
import type { Sizes } from "../sizes.js";
import { usageOf } from "../subject/process-usage.js";
import type { Subject } from "../subject/subject.js";

export const startScene = ({ idleMs }: Sizes): Scene =>
  scene<Subject>({
    name: "start",
    prepare: async (subject) => subject,
    close: async () => {},
    measurements: [
      {
        rows: [
          { id: "start", about: "spawn to first answer", unit: "ms", better: "less" },
          {
            id: "idle-memory",
            about: `memory ${idleMs / 1000} s after that`,
            unit: "MB",
            better: "less",
          },
        ],
        async measure(subject) {
          const node = await subject.start({ mining: "auto", gasLimit: 30_000_000 });
          try {
            await pause(idleMs);
            const memory = inMegabytes(usageOf(node.pid)?.residentBytes);
            return [{ value: node.firstAnswerMs }, { value: memory }];
          } finally {
            await node.stop();
          }
        },
      },
    ],
  });
