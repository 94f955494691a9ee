/**
 * The one listener for Back and Forward that runs before the router's own: on `window` listeners run in the order in which
 * they were added, whatever their phase, so it is added before the app starts (instrumentation-client.ts).
 */
let hold: ((event: PopStateEvent) => void) | null = null;

/** Starts listening; called once, before the router does. */
export function watchPopstate(): void {
  window.addEventListener('popstate', (event) => hold?.(event));
}

/** Lets `holder` see each traversal before the router until the returned function is called. */
export function onPopstate(holder: (event: PopStateEvent) => void): () => void {
  hold = holder;
  return () => {
    if (hold === holder) hold = null;
  };
}
