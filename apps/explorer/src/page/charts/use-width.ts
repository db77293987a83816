/** Measures the width of an element. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** The width before the first measurement, and the minimum, in pixels. */
const initialWidth = 720;
const widthMin = 200;

/** Returns a reference for an element, and its width in whole pixels, which follows the page. */
export function useWidth(): readonly [RefObject<SVGSVGElement | null>, number] {
  const element = useRef<SVGSVGElement>(null);
  const [width, setWidth] = useState(initialWidth);
  useLayoutEffect(() => {
    const box = element.current;
    if (box === null) return;
    const measure = () => setWidth(Math.max(widthMin, Math.round(box.clientWidth)));
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    measure();
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
