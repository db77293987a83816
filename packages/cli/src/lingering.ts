/** Records that a library may keep the process alive after its command has ended. */

let lingers = false;

/** Records that this process has loaded such a library. */
export function noteLingering(): void {
  lingers = true;
}

/** Returns whether this process may stay alive after its command has ended. */
export const mayLinger = (): boolean => lingers;
