/** Runs one row on our node under the V8 profiler and reports the times. */
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { shown } from "../report/figures.js";
import type { Figure, Scene, Tools } from "../scene.js";
import { keptSubject } from "../subject/subject.js";
import { tandem } from "../subject/tandem.js";
import { profileClock, type Shares, type TimeSpent, timeSpent } from "./read-profile.js";

const samplingMicroseconds = 500;
const shownFunctions = 30;
const shownRooms = 12;

/** @returns the text to print. @throws {Error} if no row has that id. */
export async function takeProfile(
  scenes: readonly Scene[],
  id: string,
  tools: Tools,
): Promise<string> {
  const found = scenes
    .filter(({ subject }) => subject === undefined)
    .map((scene) => ({
      scene,
      at: scene.measurements.findIndex(({ rows }) => rows.some((row) => row.id === id)),
    }))
    .find(({ at }) => at >= 0);
  if (found === undefined) throw new Error(`there is no row ${id}`);
  const folder = mkdtempSync(join(tmpdir(), "tandem-profile-"));
  const flags = [
    "--cpu-prof",
    `--cpu-prof-dir=${folder}`,
    `--cpu-prof-interval=${samplingMicroseconds}`,
  ];
  const { subject, stopAll } = keptSubject(tandem(flags));
  let figures: readonly Figure[] = [];
  let from = 0;
  let to = 0;
  try {
    const stage = await found.scene.open(subject, tools);
    // The first run is not profiled: it compiles the code and fills the caches.
    if (found.scene.measurements[found.at]?.isOnce !== true) await stage.measure(found.at);
    from = profileClock();
    figures = await stage.measure(found.at);
    to = profileClock();
    await stage.close();
  } finally {
    await stopAll();
  }
  const { file, spent } = busiestIn(folder, from, to);
  const rows = found.scene.measurements[found.at]?.rows ?? [];
  const measured = rows.map(
    ({ about, unit }, i) => `${about}: ${shown(figures[i]?.value)} ${unit}, profiled\n`,
  );
  return `${measured.join("")}${told(spent)}\n${file}\n`;
}

/** Every thread and every started process has its own profile. */
function busiestIn(
  folder: string,
  from: number,
  to: number,
): { readonly file: string; readonly spent: TimeSpent } {
  const profiles = readdirSync(folder).map((name) => {
    const file = join(folder, name);
    return { file, spent: timeSpent(file, from, to) };
  });
  const [busiest] = profiles.sort((a, b) => b.spent.busyMs - a.spent.busyMs);
  if (busiest === undefined) throw new Error("the node left no profile");
  return busiest;
}

function told({ busyMs, idleMs, self, inclusive, rooms }: TimeSpent): string {
  const list = (title: string, shares: Shares, length: number) => [
    "",
    title,
    ...shares
      .slice(0, length)
      .map(
        ([name, ms]) =>
          `${((ms * 100) / busyMs).toFixed(1).padStart(6)} % ${ms.toFixed(0).padStart(7)} ms  ${name}`,
      ),
  ];
  return [
    `busy ${busyMs.toFixed(0)} ms, idle ${idleMs.toFixed(0)} ms`,
    ...list("by package", rooms, shownRooms),
    ...list("in the function itself", self, shownFunctions),
    ...list("in the function and what it calls", inclusive, 2 * shownFunctions),
  ].join("\n");
}
