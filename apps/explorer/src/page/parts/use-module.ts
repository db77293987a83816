/** Loads a part of the page when a component needs it. */
import { useEffect, useState } from "preact/hooks";

/** Returns the module, or undefined until it is loaded. A module that cannot be loaded stays undefined. */
export function useModule<M>(load: () => Promise<M>, isWanted = true): M | undefined {
  const [module, setModule] = useState<{ readonly loaded: M }>();
  useEffect(() => {
    let isShown = true;
    const show = (loaded: M) => {
      if (isShown) setModule({ loaded });
    };
    // If the file is missing, for example after an upgrade of the node, less is shown.
    if (isWanted) load().then(show, () => {});
    return () => {
      isShown = false;
    };
  }, [isWanted]);
  return module?.loaded;
}
