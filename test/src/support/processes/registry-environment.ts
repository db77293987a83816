/**
 * Provides the environment of commands that install packages. `npm test` keeps the list of
 * additional certificate authorities from all other processes, because Node parses it at each start,
 * which takes several times as long as the rest of it.
 */

/** Returns the environment with the list, as the registry may need it. */
export function registryEnvironment(
  environment: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const { REGISTRY_EXTRA_CA_CERTS, ...others } = environment;
  return REGISTRY_EXTRA_CA_CERTS === undefined
    ? others
    : { ...others, NODE_EXTRA_CA_CERTS: REGISTRY_EXTRA_CA_CERTS };
}
