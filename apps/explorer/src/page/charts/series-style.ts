/** Gives series the colours and dashes that the simulator's charts have. */
import { dark, dashes, light } from "@tandem/simulator/charts";

/** Returns the colour of a series, for both schemes. @param index of the series, from 0. */
export const colourOf = (index: number): string =>
  `light-dark(${light.series[index]}, ${dark.series[index]})`;

export const dashesOf = (index: number): string => dashes[index] ?? "none";
