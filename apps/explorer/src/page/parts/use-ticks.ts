/** Counts intervals of time while a component is shown. */
import { useEffect, useState } from "preact/hooks";

/** Returns a number that grows after each interval. */
export function useTicks(intervalMs: number): number {
  const [ticks, setTicks] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTicks((last) => last + 1), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return ticks;
}
