declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
  var __webpack_nonce__: string | undefined;
}

/**
 * Tells two libraries of the page's policy (lib/core/csp.ts) before they are loaded, by the globals they read, so that no page
 * loads them for it: zod must not try `new Function`, and the style sheet by which a dialog stops the page from scrolling needs the nonce.
 */
export function configureLibrariesForCsp(): void {
  globalThis.__zod_globalConfig = { jitless: true };
  globalThis.__webpack_nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
}
