/**
 * Defines a scene: a prepared node and its measurements. Every subject is prepared first. Then each
 * row is measured on one subject after the other, repeatedly, so that other load on the machine
 * affects all of them.
 */
import type { Generator } from "./generator/generator.js";
import type { Sizes } from "./sizes.js";
import type { Subject } from "./subject/subject.js";

export interface Row {
  /** The id is the same in all releases. */
  readonly id: string;
  readonly about: string;
  readonly unit: "ms" | "/s" | "MB" | "KB" | "B" | "txs";
  readonly better: "more" | "less";
}

export interface Figure {
  readonly value: number;
  /** Milliseconds of the node's processor time for a thousand calls, user and system. */
  readonly cpuMsPer1000?: number | undefined;
  /** The peak resident memory during the measurement. */
  readonly peakMb?: number | undefined;
}

export interface Tools {
  readonly sizes: Sizes;
  readonly generator: Generator;
  /** A second generator, for a concurrent load. */
  readonly other: Generator;
}

export interface Measurement<Session> {
  readonly rows: readonly Row[];
  /** Set for our node alone: a peer lacks the feature, or would take hours. */
  readonly isOursOnly?: boolean;
  /** Set if a second measurement would not add information. */
  readonly isOnce?: boolean;
  /** Returns a figure for each row, in their order. */
  measure(session: Session, tools: Tools): Promise<readonly Figure[]>;
}

export interface SceneDeclaration<Session> {
  readonly name: string;
  readonly isOursOnly?: boolean;
  /** Measured instead of a node. */
  readonly subject?: Subject;
  prepare(subject: Subject, tools: Tools): Promise<Session>;
  close(session: Session): Promise<void>;
  readonly measurements: readonly Measurement<Session>[];
}

export interface Scene {
  readonly name: string;
  readonly isOursOnly: boolean;
  readonly subject: Subject | undefined;
  readonly measurements: readonly Omit<Measurement<never>, "measure">[];
  open(subject: Subject, tools: Tools): Promise<OpenScene>;
}

export interface OpenScene {
  /** @param at the index of the measurement. */
  measure(at: number): Promise<readonly Figure[]>;
  close(): Promise<void>;
}

/** The type of the session is known only to the scene and its measurements. */
export function scene<Session>(declaration: SceneDeclaration<Session>): Scene {
  const { name, isOursOnly = false, subject: stand, measurements } = declaration;
  return {
    name,
    isOursOnly,
    subject: stand,
    measurements,
    async open(subject, tools) {
      const session = await declaration.prepare(subject, tools);
      return {
        async measure(at) {
          const measurement = measurements[at] as Measurement<Session>;
          return measurement.measure(session, tools);
        },
        close: () => declaration.close(session),
      };
    },
  };
}
