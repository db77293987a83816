/** Writes log lines with pino: JSON, or readable lines on a terminal. */
import { type Palette, paletteOf } from "@tandem/cli";
import type { Logger } from "@tandem/runtime";
import { pino } from "pino";
import { transactionText, withShortForms } from "./console/console-lines.js";
import { printable, printableJson, printableLines } from "./printable.js";

export interface LoggerOptions {
  readonly format: "pretty" | "json";
  readonly level: "debug" | "info" | "warn" | "error";
  /** Receives finished lines; standard output except in tests. */
  readonly write: (line: string) => void;
  /** The colours of readable lines; none by default. */
  readonly palette?: Palette;
}

const levelNames: Readonly<Record<number, string>> = {
  20: "debug",
  30: "info",
  40: "warn",
  50: "error",
};

export function createLogger(options: LoggerOptions): Logger {
  const palette = options.palette ?? paletteOf(false);
  const write =
    options.format === "json"
      ? (line: string) => options.write(`${printableJson(line.trimEnd())}\n`)
      : (line: string) => options.write(pretty(line, palette));
  const settings = {
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: pino.stdSerializers.err },
  };
  return pino(settings, { write });
}

/** The place of the time of day in an ISO time. */
const [timeFrom, timeTo] = [11, 23];

function pretty(line: string, palette: Palette): string {
  const { level, time, msg, error, ...fields } = JSON.parse(line);
  const at = palette.dim(time.slice(timeFrom, timeTo));
  if (msg === "console.log") return `${at} console.log  ${printable(`${fields.line}`)}\n`;
  if (msg === "transaction") return transactionText(fields, palette);
  const isForReaders = level < warnLevel;
  const shown = Object.entries(fields).map(([name, given]) => {
    const text = typeof given === "object" ? JSON.stringify(given) : `${given}`;
    return printable(`${name}=${isForReaders ? withShortForms(text) : text}`);
  });
  const stack = error === undefined ? "" : `\n${printableLines(error.stack ?? error.message)}`;
  const told = `${levelText(level, palette)} ${printable(msg)}`;
  return `${at} ${told}${shown.length > 0 ? `  ${shown.join(" ")}` : ""}${stack}\n`;
}

const warnLevel = 40;

function levelText(level: number, { yellow, red }: Palette): string {
  const name = levelNames[level] ?? `${level}`;
  if (level < warnLevel) return name;
  return level === warnLevel ? yellow(name) : red(name);
}
