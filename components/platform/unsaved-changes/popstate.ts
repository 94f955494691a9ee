/**
 * The only popstate listener that runs before the router's: listeners on `window` run in the order of registration,
 * whatever their phase, so it is added before the app starts (instrumentation-client.ts).
 */
let hold: ((event: PopStateEvent) => void) | null = null;

/** Starts listening; called once, before the router does. */
export function watchPopstate(): void {
  window.addEventListener('popstate', (event) => hold?.(event));
}

/** Passes each traversal to `holder` before the router until the returned function is called. */
export function onPopstate(holder: (event: PopStateEvent) => void): () => void {
  hold = holder;
  return () => {
    if (hold === holder) hold = null;
  };
}
