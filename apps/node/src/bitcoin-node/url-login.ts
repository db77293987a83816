/** Takes user and password out of a URL, because `fetch` refuses a URL that has them. */

export interface UrlLogin {
  /** The URL without user, password and fragment. */
  readonly address: string;
  /** The header of basic authentication; empty if the URL has neither user nor password. */
  readonly authorization: { readonly authorization?: string };
}

/** Decodes percent-encoded text; one that is malformed stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @throws {TypeError} for text that is no URL. */
export function splitLogin(url: string): UrlLogin {
  const parsed = new URL(url);
  const login = `${decoded(parsed.username)}:${decoded(parsed.password)}`;
  parsed.username = "";
  parsed.password = "";
  parsed.hash = "";
  if (login === ":") return { address: parsed.href, authorization: {} };
  const basic = Buffer.from(login).toString("base64");
  return { address: parsed.href, authorization: { authorization: `Basic ${basic}` } };
}
