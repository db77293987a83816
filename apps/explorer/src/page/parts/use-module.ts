/** Loads a part of the page when a component needs it. */
import { useEffect, useState } from "preact/hooks";
import { useSession } from "../session/use-session.js";

/**
 * Returns the module, or undefined until it is loaded. A module that cannot be loaded is requested
 * again at the next connection.
 */
export function useModule<M>(load: () => Promise<M>, isWanted = true): M | undefined {
  const [module, setModule] = useState<{ readonly loaded: M }>();
  const connection = useSession().connections.value;
  const isMissing = isWanted && module === undefined;
  useEffect(() => {
    let isShown = true;
    const show = (loaded: M) => {
      if (isShown) setModule({ loaded });
    };
    // If the file is missing, for example after an upgrade of the node, less is shown.
    if (isMissing) load().then(show, () => {});
    return () => {
      isShown = false;
    };
  }, [isMissing, connection]);
  return module?.loaded;
}
