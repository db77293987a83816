/** Marks the instructions of a code that tell where an execution is in its source. */
import { onceFor } from "@tandem/runtime";
import type { ExecutedContract } from "./compiled-contracts.js";
import type { FrameMarks } from "./failure-tracer.js";
import { isOfStatement } from "./function-place.js";

/** Returns the marks of a contract's code, which are computed once. */
export const codeMarksOf = onceFor((contract: ExecutedContract): Omit<FrameMarks, "orders"> => {
  const [into, back, statements] = [new Distances(), new Distances(), new Distances()];
  let isMarked = false;
  let end = 0;
  for (const [position, part] of contract.instructions) {
    if (part.jump === "i") into.add(position);
    if (part.jump === "o") back.add(position);
    if (isOfStatement(part, contract) !== isMarked) {
      statements.add(position);
      isMarked = !isMarked;
    }
    end = position + 1;
  }
  if (isMarked) statements.add(end);
  return { length: end, into: into.all, back: back.all, statements: statements.all };
});

/** Numbers that rise, each as its distance from the one before it: a configuration has few characters. */
class Distances {
  readonly all: number[] = [];
  #last = 0;

  add(position: number): void {
    this.all.push(position - this.#last);
    this.#last = position;
  }
}
