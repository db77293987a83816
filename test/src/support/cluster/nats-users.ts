/** Creates users of NATS servers that trust an operator, as the tool `nsc` does. */
import { nkeys } from "@nats-io/transport-node";

type KeyPair = ReturnType<typeof nkeys.createUser>;

const base64Url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64url");

/** Returns a signed NATS token, version 2. */
function tokenOf(issuer: KeyPair, subject: KeyPair, nats: object): string {
  const head = base64Url(JSON.stringify({ typ: "JWT", alg: "ed25519-nkey" }));
  const sub = subject.getPublicKey();
  const claims = { jti: sub, iat: 1_700_000_000, iss: issuer.getPublicKey(), name: "test", sub };
  const body = base64Url(JSON.stringify({ ...claims, nats: { ...nats, version: 2 } }));
  const signature = issuer.sign(new TextEncoder().encode(`${head}.${body}`));
  return `${head}.${body}.${base64Url(signature)}`;
}

const unlimited = {
  subs: -1,
  data: -1,
  payload: -1,
  imports: -1,
  exports: -1,
  wildcards: true,
  conn: -1,
  leaf: -1,
  mem_storage: -1,
  disk_storage: -1,
  streams: -1,
  consumer: -1,
};

/** Returns the configuration of a server with one account, and the account's key. */
export function operatorConfig(): { readonly config: string; readonly account: KeyPair } {
  const [operator, account, system] = [
    nkeys.createOperator(),
    nkeys.createAccount(),
    nkeys.createAccount(),
  ];
  const accountToken = tokenOf(operator, account, { type: "account", limits: unlimited });
  const systemLimits = { ...unlimited, mem_storage: 0, disk_storage: 0, streams: 0, consumer: 0 };
  const systemToken = tokenOf(operator, system, { type: "account", limits: systemLimits });
  const config = `operator: ${tokenOf(operator, operator, { type: "operator" })}
system_account: ${system.getPublicKey()}
resolver: MEMORY
resolver_preload: {
  ${account.getPublicKey()}: ${accountToken}
  ${system.getPublicKey()}: ${systemToken}
}`;
  return { config, account };
}

/** Returns the credentials file of a new user of an account. */
export function credsFile(account: KeyPair): string {
  const user = nkeys.createUser();
  const limits = { subs: -1, data: -1, payload: -1 };
  const token = tokenOf(account, user, { type: "user", ...limits });
  const seed = new TextDecoder().decode(user.getSeed());
  return `-----BEGIN NATS USER JWT-----
${token}
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
${seed}
------END USER NKEY SEED------
`;
}
