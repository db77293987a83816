/**
 * How long work shares the one thread of a node. In a turn of the event loop all of it together has
 * a few milliseconds; then sockets are read, and those who wait go on in the order they came. This
 * is the one way to yield: two who each counted their own time would hold the loop twice as long.
 */

/** Milliseconds all work of one turn has. */
export const turnMs = 3;

/** Undefined while nobody has asked since the last turn. */
let turnEndsAt: number | undefined;
/** Answers, scans and blocks under way, all of which have limits of their own. */
const waiting: (() => void)[] = [];

function beginTurn(): void {
  turnEndsAt = performance.now() + turnMs;
  setImmediate(serve);
}

/**
 * Whether the time is used up: who has more to do than takes a moment then waits for `nextTurn`.
 * @param now what `performance.now()` said, for whoever has just asked.
 */
export function isTurnOver(now = performance.now()): boolean {
  if (turnEndsAt === undefined) beginTurn();
  return now >= (turnEndsAt ?? 0);
}

/** Resolves in a later turn, when those who asked before have had theirs. */
export function nextTurn(): Promise<void> {
  if (turnEndsAt === undefined) beginTurn();
  return new Promise((resolve) => {
    waiting.push(resolve);
  });
}

/** Runs once a turn, when the sockets have been served. */
function serve(): void {
  turnEndsAt = undefined;
  if (waiting.length === 0) return;
  beginTurn();
  serveOne();
}

function serveOne(): void {
  if (isTurnOver()) return;
  const next = waiting.shift();
  if (next === undefined) return;
  next();
  // A tick that a microtask asks for comes after all microtasks: when this one waits or has ended.
  queueMicrotask(() => process.nextTick(serveOne));
}

/** Work that can be left off wherever it yields, with turns in between. */
export async function inTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    if (isTurnOver()) await nextTurn();
  }
}

/** The same work in one go. */
export function inOneGo<Result>(steps: Generator<unknown, Result>): Result {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
  }
}
