/** Finds out whether the node has the controls of a development chain. */
import type { Query } from "./latest-reader.js";
import { useQuery, useSession } from "./use-session.js";

/** Reads something by a control without an effect; fails with an unknown method if there are no controls. */
export function useControls(): Query<unknown> {
  const { client } = useSession();
  return useQuery<unknown>(() => client.tandem_tip(), []);
}
