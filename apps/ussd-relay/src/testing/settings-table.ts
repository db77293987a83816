/** Generates the table of settings in `docs/ussd-relay.md`. */
import { defaultOf, termOf } from "@tandem/cli";
import { declarationOf, environmentName, settingNames } from "../config/settings.js";

/** Returns a Markdown table with one row per setting. */
export function settingsTable(): string {
  const rows = settingNames.map((name) => {
    const setting = declarationOf(name);
    const flag = setting.isOffCommandLine ? environmentName(name) : termOf(name, setting);
    const term = flag.replaceAll("|", "\\|");
    const standard = defaultOf(setting);
    return `| \`${term}\` | ${standard === "" ? "" : `\`${standard}\``} | ${setting.about} |`;
  });
  return ["| setting | default | description |", "| --- | --- | --- |", ...rows].join("\n");
}
