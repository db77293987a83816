/** `ussd-relay help`, made from the list of settings. */
import { declarationOf, environmentName, settingNames } from "../config/settings.js";

export function helpText(): string {
  const rows = settingNames.map((name) => {
    const { about, fallback, valueName, isSecret } = declarationOf(name);
    const flag = isSecret ? environmentName(name) : `--${name} ${valueName}`;
    return `  ${flag.padEnd(26)} ${about}${fallback === undefined ? "" : ` [${fallback}]`}`;
  });
  return `Menus on feature phones become calls on a contract.

ussd-relay [run] [FLAGS]  answer a USSD gateway
ussd-relay deploy [FLAGS] put the contracts on the chain, paid by the wallet
ussd-relay unlock NUMBER  let a user who was locked out try again (extended mode)
ussd-relay help           this text

Flags, with their defaults:
${rows.join("\n")}
  ${"--env-file FILE".padEnd(26)} NAME=value lines with any of these, by their variables
  ${"--print-config".padEnd(26)} print every setting and where its value came from, and exit

A flag goes before an environment variable (${environmentName("port")} for --port, and so on), that
before the environment file, that before the default.
`;
}
