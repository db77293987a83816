/** Stores the page's data in the browser, where the browser allows it. */

/** Key in `localStorage`. */
const phoneNumberKey = "tandem.phone-number";
/** Key in `sessionStorage`. */
const sessionsKey = "tandem.sessions";

export const loadPhoneNumber = (): string | undefined =>
  attempt(() => localStorage.getItem(phoneNumberKey) ?? undefined);

export const storePhoneNumber = (text: string): void =>
  attempt(() => localStorage.setItem(phoneNumberKey, text));

export function loadSessions(): readonly string[] {
  const kept: unknown = attempt(() => JSON.parse(sessionStorage.getItem(sessionsKey) ?? "[]"));
  return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
}

export const storeSessions = (sessions: readonly string[]): void =>
  attempt(() => sessionStorage.setItem(sessionsKey, JSON.stringify(sessions)));

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
