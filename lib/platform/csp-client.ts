declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
  var __webpack_nonce__: string | undefined;
}

/**
 * Configures two libraries for the page's policy (lib/platform/csp.ts) through the globals they read, before they load and
 * without importing them: zod must not try `new Function`, and the style sheet that stops the page from scrolling
 * behind a dialog needs the nonce.
 */
export function configureLibrariesForCsp(): void {
  globalThis.__zod_globalConfig = { jitless: true };
  globalThis.__webpack_nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
}
