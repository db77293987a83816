/** The name of the command, as the npm package installs it. */
export const program = "tandem-relay";
