import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

interface Shown<P> {
  /** Loads it; the same function each time. */
  load(): Promise<ComponentType<P>>;
  readonly props: P;
}

/** A part of the page that is loaded when it is first needed. */
export function Later<P extends object>({ load, props }: Shown<P>) {
  const [Part, setPart] = useState<ComponentType<P> | null>(null);
  useEffect(() => {
    void load().then((loaded) => setPart(() => loaded));
  }, [load]);
  return Part && <Part {...props} />;
}
