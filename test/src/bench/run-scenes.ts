/** Measures scene after scene, each row on one subject after the other, repeatedly. */
import { messageOf } from "@tandem/runtime";
import type { Figure, Measurement, OpenScene, Row, Scene, Tools } from "./scene.js";
import { medianOf } from "./statistics.js";
import { type Kept, keptSubject, type Subject } from "./subject/subject.js";

export interface Result extends Row {
  readonly scene: string;
  readonly subject: string;
  /** The values in the order of measurement. */
  readonly values: readonly number[];
  readonly median: number;
  readonly cpuMsPer1000?: number | undefined;
  readonly peakMb?: number | undefined;
}

export interface Failure {
  readonly scene: string;
  readonly subject: string;
  /** The ids of the rows without a figure for it. */
  readonly ids: readonly string[];
  readonly reason: string;
}

export interface Outcome {
  readonly results: readonly Result[];
  readonly failures: readonly Failure[];
}

export interface Plan {
  readonly scenes: readonly Scene[];
  readonly subjects: readonly Subject[];
  readonly tools: Tools;
  readonly isWanted: (id: string) => boolean;
  /** Called with the rows of a measurement when all subjects have them. */
  readonly onRows: (results: readonly Result[], failures: readonly Failure[]) => void;
}

export async function runScenes(plan: Plan): Promise<Outcome> {
  const results: Result[] = [];
  const failures: Failure[] = [];
  for (const scene of plan.scenes) {
    const wanted = scene.measurements
      .map((measurement, at) => ({ at, measurement }))
      .filter(({ measurement }) => measurement.rows.some(({ id }) => plan.isWanted(id)));
    if (wanted.length === 0) continue;
    const kept = keptSubjects(plan, scene);
    try {
      const opened = await openAll(plan, scene, kept, failures);
      for (const { at, measurement } of wanted) {
        const told = await measureRows(plan, scene, opened, at, measurement);
        results.push(...told.results);
        failures.push(...told.failures);
        plan.onRows(told.results, told.failures);
      }
      for (const { stage } of opened) await stage.close();
    } finally {
      // A failed scene may have left nodes running.
      for (const { stopAll } of kept) await stopAll();
    }
  }
  return { results, failures };
}

interface Opened {
  readonly subject: Subject;
  readonly stage: OpenScene;
}

function keptSubjects({ subjects }: Plan, scene: Scene): Kept[] {
  const stands = scene.subject === undefined ? subjects : [scene.subject];
  return stands.filter(({ isOurs }) => isOurs || !scene.isOursOnly).map(keptSubject);
}

async function openAll(
  plan: Plan,
  scene: Scene,
  kept: readonly Kept[],
  failures: Failure[],
): Promise<Opened[]> {
  const opened: Opened[] = [];
  for (const { subject } of kept) {
    try {
      opened.push({ subject, stage: await scene.open(subject, plan.tools) });
    } catch (error) {
      const ids = scene.measurements.flatMap(({ rows }) => rows.map(({ id }) => id));
      const failure = failureOf(scene, subject, ids, error);
      failures.push(failure);
      plan.onRows([], [failure]);
    }
  }
  return opened;
}

async function measureRows(
  { tools }: Plan,
  scene: Scene,
  opened: readonly Opened[],
  at: number,
  { rows, isOnce = false, isOursOnly = false }: Omit<Measurement<never>, "measure">,
): Promise<Outcome> {
  const taken = new Map<Subject, (readonly Figure[])[]>();
  const failures: Failure[] = [];
  for (let run = 0; run < (isOnce ? 1 : tools.sizes.runs); run++) {
    for (const { subject, stage } of opened) {
      const hasFailed = failures.some((failure) => failure.subject === subject.name);
      if (hasFailed || (isOursOnly && !subject.isOurs)) continue;
      try {
        taken.set(subject, [...(taken.get(subject) ?? []), await stage.measure(at)]);
      } catch (error) {
        const ids = rows.map(({ id }) => id);
        failures.push(failureOf(scene, subject, ids, error));
        taken.delete(subject);
      }
    }
  }
  const results = [...taken].flatMap(([subject, runs]) =>
    rows.map((row, i) =>
      resultOf(
        scene,
        subject,
        row,
        runs.map((figures) => figures[i] as Figure),
      ),
    ),
  );
  return { results, failures };
}

function resultOf(scene: Scene, subject: Subject, row: Row, figures: readonly Figure[]): Result {
  const values = figures.map(({ value }) => value);
  return {
    ...row,
    scene: scene.name,
    subject: subject.name,
    values,
    median: medianOf(values),
    cpuMsPer1000: medianIfAll(figures.map(({ cpuMsPer1000 }) => cpuMsPer1000)),
    peakMb: medianIfAll(figures.map(({ peakMb }) => peakMb)),
  };
}

function medianIfAll(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? medianOf(known) : undefined;
}

function failureOf(
  scene: Scene,
  subject: Subject,
  ids: readonly string[],
  error: unknown,
): Failure {
  const reason = messageOf(error);
  return { scene: scene.name, subject: subject.name, ids, reason };
}
