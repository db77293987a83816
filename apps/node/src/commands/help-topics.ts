/** Declares the topics of `tandem help`: groups of flags, and topics that apply to every command. */
import { exitCodeMeanings, groupLines, twoColumns, wrapped } from "@tandem/cli";
import { configFlags } from "../config/config.js";
import { settingGroups } from "../config/setting-groups.js";
import { environmentName, environmentPrefix } from "../config/settings.js";

export interface Topic {
  readonly summary: string;
  text(): string;
}

const codeWidth = 6;
const variableWidth = 22;

const paragraph = (text: string) => `${wrapped(text, 80).join("\n")}\n`;

const exitCodes: Topic = {
  summary: "the meaning of exit codes for scripts",
  text: () => twoColumns(Object.entries(exitCodeMeanings), codeWidth),
};

const settingsTopic: Topic = {
  summary: "environment variables, the settings file, and their precedence",
  text: () =>
    [
      paragraph(
        `Each flag has a variable (${environmentName("port")} for --port) and a key of the same name in the JSON file of --config. Precedence: flag, variable, file, default. tandem --print-config shows each value and its source; tandem schema prints the JSON Schema of the file, which the file may name by the key $schema.`,
      ),
      groupLines(
        {
          title: "Flags",
          example: "tandem --config tandem.json --print-config",
          names: ["config", "print-config"],
        },
        configFlags,
      ),
    ].join("\n"),
};

const environment: Topic = {
  summary: "variables that are not settings",
  text: () =>
    twoColumns(
      [
        [`${environmentPrefix}CONFIG`, "the settings file, like --config"],
        ["NO_COLOR", "if set to any value, text has no colour"],
        [
          "FORCE_COLOR",
          "if set, text has colour also when it is not written to a terminal; 0: none",
        ],
        [
          "OTEL_EXPORTER_OTLP_ENDPOINT",
          "the collector that traces are sent to; the other variables of OpenTelemetry apply too",
        ],
        ["UWS_USE_FALLBACK", "1: use Node's own HTTP server, like --server node"],
      ],
      variableWidth,
    ),
};

/** The topics by their names. */
export const topics: Readonly<Record<string, Topic>> = {
  ...Object.fromEntries(
    settingGroups.map((group) => [
      group.topic,
      {
        summary: `flags: ${group.title}`,
        text: () => groupLines(group, configFlags),
      },
    ]),
  ),
  settings: settingsTopic,
  environment,
  "exit-codes": exitCodes,
};
