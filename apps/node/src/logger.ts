/** Writes log lines with pino: JSON, or readable lines on a terminal. */
import type { Logger } from "@tandem/runtime";
import { pino } from "pino";
import { printable, printableJson, printableLines } from "./printable.js";

export interface LoggerOptions {
  readonly format: "pretty" | "json";
  readonly level: "debug" | "info" | "warn" | "error";
  /** Receives finished lines; standard output except in tests. */
  readonly write: (line: string) => void;
}

const levelNames: Readonly<Record<number, string>> = {
  20: "debug",
  30: "info",
  40: "warn",
  50: "error",
};

export function createLogger(options: LoggerOptions): Logger {
  const write =
    options.format === "json"
      ? (line: string) => options.write(`${printableJson(line.trimEnd())}\n`)
      : (line: string) => options.write(pretty(line));
  const settings = {
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: pino.stdSerializers.err },
  };
  return pino(settings, { write });
}

function pretty(line: string): string {
  const { level, time, msg, error, ...fields } = JSON.parse(line);
  if (msg === "console.log") {
    return `${time.slice(11, 23)} console.log  ${printable(`${fields.line}`)}\n`;
  }
  const shown = Object.entries(fields).map(([name, given]) =>
    printable(`${name}=${typeof given === "object" ? JSON.stringify(given) : given}`),
  );
  const stack = error === undefined ? "" : `\n${printableLines(error.stack ?? error.message)}`;
  const told = `${levelNames[level]} ${printable(msg)}`;
  return `${time.slice(11, 23)} ${told}${shown.length > 0 ? `  ${shown.join(" ")}` : ""}${stack}\n`;
}
