import assert from "node:assert/strict";
import { it } from "node:test";
import { createLogger, type LoggerOptions } from "./logger.js";

function written(format: LoggerOptions["format"], level: LoggerOptions["level"] = "info") {
  const lines: string[] = [];
  const logger = createLogger({ format, level, write: (line) => lines.push(line) });
  return { lines, logger };
}

it("writes one object per line, with level, time, message and fields", () => {
  const { lines, logger } = written("json");
  logger.info({ number: 7 }, "block");
  logger.error({ error: new Error("broken") }, "a request met a defect");
  const [block, defect] = lines.map((line) => JSON.parse(line));
  const { time, ...fields } = block;
  assert.deepEqual(fields, { level: 30, number: 7, msg: "block" });
  assert.match(time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  assert.equal(defect.level, 50);
  assert.equal(defect.error.message, "broken");
  assert.ok(lines.every((line) => line.endsWith("\n")));
});

it("writes a readable line for a terminal, and unchanged lines of contracts", () => {
  const { lines, logger } = written("pretty");
  logger.info({ number: 7, gasUsed: "21000" }, "block");
  logger.info({ line: "hello ann" }, "console.log");
  const [block, printed] = lines;
  assert.match(block ?? "", /^\d\d:\d\d:\d\d\.\d{3} info block {2}number=7 gasUsed=21000\n$/);
  assert.match(printed ?? "", /^\d\d:\d\d:\d\d\.\d{3} console\.log {2}hello ann\n$/);
});

it("omits lines below its level", () => {
  const { lines, logger } = written("json", "warn");
  logger.debug({}, "answered");
  logger.info({}, "block");
  logger.warn({}, "careful");
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).msg),
    ["careful"],
  );
});
