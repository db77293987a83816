/** Counts intervals of time while a component is shown. */
import { useEffect, useState } from "preact/hooks";

/** Returns a number that grows after each interval. @param isCounting false stops it. */
export function useTicks(intervalMs: number, isCounting = true): number {
  const [ticks, setTicks] = useState(0);
  useEffect(() => {
    if (!isCounting) return;
    const timer = setInterval(() => setTicks((last) => last + 1), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs, isCounting]);
  return ticks;
}
