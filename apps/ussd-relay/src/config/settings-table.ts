/** The table of settings in `docs/ussd-relay.md`, made from the list of settings. */
import { declarationOf, environmentName, settingNames } from "./settings.js";

/** Markdown; a row a setting. */
export function settingsTable(): string {
  const rows = settingNames.map((name) => {
    const { about, fallback, isSecret, valueName } = declarationOf(name);
    const flag = isSecret ? environmentName(name) : `--${name} ${valueName}`;
    return `| \`${flag}\` | ${fallback === undefined ? "" : `\`${fallback}\``} | ${about} |`;
  });
  return ["| setting | default | what it is |", "| --- | --- | --- |", ...rows].join("\n");
}
