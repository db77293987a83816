/** Reads a file of credentials for the servers of a log. */
import { readFileSync } from "node:fs";
import {
  type Authenticator,
  credsAuthenticator,
  nkeyAuthenticator,
  tokenAuthenticator,
} from "@nats-io/transport-node";

/** The seed of a user's key, as the tools of NATS write it. */
const seedPattern = /^SU[A-Z2-7]{56}$/;

/**
 * Returns the authenticator for the servers: the token and the key of a user in a file of `nsc
 * generate creds`, the key of a user whose seed the file has, or else a token, which is the text of
 * the file.
 */
export function readCredentials(path: string): Authenticator {
  const bytes = new Uint8Array(readFileSync(path));
  const text = new TextDecoder().decode(bytes).trim();
  if (text.includes("BEGIN NATS USER JWT")) return credsAuthenticator(bytes);
  if (seedPattern.test(text)) return nkeyAuthenticator(new TextEncoder().encode(text));
  return tokenAuthenticator(text);
}
