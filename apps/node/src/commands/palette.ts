/** Chooses colours for the stream that a command writes to. */
import type { Writable } from "node:stream";
import { hasColour, type Palette, paletteOf } from "@tandem/cli";

export const paletteFor = (stream: Writable): Palette =>
  paletteOf(hasColour(stream as Writable & { isTTY?: boolean }, process.env));
