/** Reads a file of credentials for the servers of a log. */
import {
  type Authenticator,
  credsAuthenticator,
  nkeyAuthenticator,
  tokenAuthenticator,
} from "@nats-io/transport-node";
import type { Logger } from "@tandem/runtime";
import { readBoundedSync } from "@tandem/runtime/files";
import { credentialsBytesMax } from "../limits.js";

/** The seed of a user's key, as the tools of NATS write it. */
const seedPattern = /^SU[A-Z2-7]{56}$/;

/**
 * Returns the authenticator for the servers: the token and the key of a user in a file of `nsc
 * generate creds`, the key of a user whose seed the file has, or else a token, which is the text of
 * the file. The file is read again for each connection, so that its credentials may be replaced
 * before they expire. A file that cannot be used any more leaves the earlier ones.
 * @throws an error of the file system if the file cannot be read at first.
 */
export function readCredentials(path: string, logger: Logger): Authenticator {
  let last = authenticatorIn(path);
  return (nonce) => {
    try {
      const newest = authenticatorIn(path);
      const authentication = newest(nonce);
      last = newest;
      return authentication;
    } catch (error) {
      const reason = String(error);
      logger.warn(
        { path, reason },
        "the credentials cannot be read again: the earlier ones are used",
      );
      return last(nonce);
    }
  };
}

function authenticatorIn(path: string): Authenticator {
  const bytes = new Uint8Array(readBoundedSync(path, credentialsBytesMax));
  const text = new TextDecoder().decode(bytes).trim();
  if (text.includes("BEGIN NATS USER JWT")) return credsAuthenticator(bytes);
  if (seedPattern.test(text)) return nkeyAuthenticator(new TextEncoder().encode(text));
  return tokenAuthenticator(text);
}
