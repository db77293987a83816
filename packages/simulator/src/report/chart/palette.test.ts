/**
 * Checks that the colours contrast with their background and differ from each other, also for
 * colour-blind readers.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { dark, dashes, light } from "./palette.js";

type Triple = readonly [number, number, number];

/** Returns the linear red, green and blue of a colour written as #rrggbb (IEC 61966-2-1). */
const linear = (colour: string): Triple => {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
};

const luminance = ([r, g, b]: Triple) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** Computes the contrast ratio of WCAG 2.2. */
const contrast = (a: string, b: string) => {
  const [low = 0, high = 0] = [luminance(linear(a)), luminance(linear(b))].sort((p, q) => p - q);
  return (high + 0.05) / (low + 0.05);
};

/**
 * The matrices of colour perception by dichromats: Machado, Oliveira and Fernandes 2009, severity
 * 1.
 */
const eyes: Readonly<Record<string, readonly Triple[]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Converts to CIELAB under D65. */
const lab = ([r, g, b]: Triple): Triple => {
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
};

const seen = (colour: string, rows: readonly Triple[]): Triple => {
  const [r, g, b] = linear(colour);
  const [x = 0, y = 0, z = 0] = rows.map((row) =>
    Math.max(0, Math.min(1, row[0] * r + row[1] * g + row[2] * b)),
  );
  return lab([x, y, z]);
};

describe("the colours of charts", () => {
  for (const [name, palette] of Object.entries({ light, dark })) {
    it(`contrast with the page that is ${name}`, () => {
      for (const colour of palette.series) assert.ok(contrast(colour, palette.page) >= 3, colour);
      for (const colour of [palette.text, palette.faint])
        assert.ok(contrast(colour, palette.page) >= 4.5, colour);
    });

    for (const [eye, rows] of Object.entries(eyes)) {
      it(`differ on ${name} to eyes with ${eye === "usual" ? "usual sight" : eye}`, () => {
        for (const [i, a] of palette.series.entries()) {
          for (const b of palette.series.slice(i + 1)) {
            const [p, q] = [seen(a, rows), seen(b, rows)];
            const apart = Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
            assert.ok(apart > 20, `${a} and ${b}: ${apart.toFixed(1)}`);
          }
        }
      });
    }

    it(`are as many on ${name} as there are dashes`, () => {
      assert.equal(palette.series.length, dashes.length);
    });
  }
});
