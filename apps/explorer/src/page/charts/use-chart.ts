/** Stores the selection of a reader in a chart: the hidden series, and the selected position. */
import type { RefObject } from "preact";
import { useState } from "preact/hooks";
import { type Plot, plotOf } from "./plot.js";
import { useWidth } from "./use-width.js";

export interface ChartState {
  /** The drawing, which is as wide as its place. */
  readonly drawing: RefObject<SVGSVGElement | null>;
  readonly plot: Plot;
  readonly hidden: ReadonlySet<number>;
  toggle(index: number): void;
  /** The number of positions from left to right. */
  readonly steps: number;
  /** The selected position. */
  readonly step: number;
  choose(step: number): void;
  /** Selects the position below the pointer. */
  onPointerMove(event: { readonly clientX: number; readonly currentTarget: Element }): void;
}

export function useChart(steps: number): ChartState {
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const [step, setStep] = useState(0);
  const [drawing, width] = useWidth();
  const plot = plotOf(width);
  const toggle = (index: number) =>
    setHidden((before) => {
      const after = new Set(before);
      if (!after.delete(index)) after.add(index);
      return after;
    });
  return {
    drawing,
    plot,
    hidden,
    toggle,
    steps,
    step: Math.min(step, steps - 1),
    choose: setStep,
    onPointerMove({ clientX, currentTarget }) {
      const box = currentTarget.getBoundingClientRect();
      const x = ((clientX - box.left) / box.width) * width;
      const share = (x - plot.left) / (plot.right - plot.left);
      setStep(Math.max(0, Math.min(steps - 1, Math.floor(share * steps))));
    },
  };
}
