/** What the browser keeps for the page. Where it may keep nothing, nothing is found again. */

/** In every tab, and after the browser was closed. */
const phoneNumberKey = "tandem.phone-number";
/** In this tab. */
const sessionsKey = "tandem.sessions";

export const keptPhoneNumber = (): string | undefined =>
  attempt(() => localStorage.getItem(phoneNumberKey) ?? undefined);

export const keepPhoneNumber = (text: string): void =>
  attempt(() => localStorage.setItem(phoneNumberKey, text));

export function keptSessions(): readonly string[] {
  const kept: unknown = attempt(() => JSON.parse(sessionStorage.getItem(sessionsKey) ?? "[]"));
  return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
}

export const keepSessions = (sessions: readonly string[]): void =>
  attempt(() => sessionStorage.setItem(sessionsKey, JSON.stringify(sessions)));

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
