/**
 * A scene is a prepared node and what is measured on it. Every subject is prepared first; then each
 * row is measured on one after the other, and again, so that what else the machine does meets all.
 */
import type { Generator } from "./generator/generator.js";
import type { Sizes } from "./sizes.js";
import type { Subject } from "./subject/subject.js";

export interface Row {
  /** Stays the same from one release to the next. */
  readonly id: string;
  readonly about: string;
  readonly unit: "ms" | "/s" | "MB" | "KB" | "B" | "txs";
  readonly better: "more" | "less";
}

export interface Figure {
  readonly value: number;
  /** Milliseconds of processor the node took for a thousand calls, user and system. */
  readonly cpuMsPer1000?: number | undefined;
  /** The most memory that was resident in the meantime. */
  readonly peakMb?: number | undefined;
}

export interface Tools {
  readonly sizes: Sizes;
  readonly generator: Generator;
  /** A second one, for a load beside the load. */
  readonly other: Generator;
}

export interface Measurement<Session> {
  readonly rows: readonly Row[];
  /** Of our node alone: a peer has no such thing, or would take hours. */
  readonly isOursOnly?: boolean;
  /** Where a second measurement would say nothing new. */
  readonly isOnce?: boolean;
  /** A figure for each row, in their order. */
  measure(session: Session, tools: Tools): Promise<readonly Figure[]>;
}

export interface SceneDeclaration<Session> {
  readonly name: string;
  readonly isOursOnly?: boolean;
  /** Measured instead of any node. */
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
  /** @param at of the measurement. */
  measure(at: number): Promise<readonly Figure[]>;
  close(): Promise<void>;
}

/** What a session is stays between the scene and its measurements. */
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
