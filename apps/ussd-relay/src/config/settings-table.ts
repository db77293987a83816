/** The table of settings in `docs/ussd-relay.md`, made from the list of settings. */
import { defaultOf, termOf } from "@tandem/cli";
import { declarationOf, environmentName, settingNames } from "./settings.js";

/** Markdown; a row a setting. */
export function settingsTable(): string {
  const rows = settingNames.map((name) => {
    const setting = declarationOf(name);
    const flag = setting.isOffCommandLine ? environmentName(name) : termOf(name, setting);
    const standard = defaultOf(setting);
    return `| \`${flag}\` | ${standard === "" ? "" : `\`${standard}\``} | ${setting.about} |`;
  });
  return ["| setting | default | what it is |", "| --- | --- | --- |", ...rows].join("\n");
}
