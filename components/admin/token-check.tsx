'use client';

import { useServerInsertedHTML } from 'next/navigation';
import { useRef } from 'react';
import { ADMIN_TOKEN_KEY } from '@/lib/api/client/admin';

/** Inline version of hidePage in hide-page.ts, for the time before the page's scripts run. */
const HIDE_WITHOUT_TOKEN = `(function(){var t=null;try{t=localStorage.getItem('${ADMIN_TOKEN_KEY}')}catch(e){}
if(t===null){var s=new CSSStyleSheet();s.replaceSync('body > * { display: none !important }');document.adoptedStyleSheets=[s]}})()`;

/**
 * Hides a page opened by the session cookie when the token is missing, even before the scripts load. `nonce` is the one
 * of the page's Content-Security-Policy.
 */
export function TokenCheck({ nonce }: { nonce: string | undefined }) {
  const inserted = useRef(false);
  // Only in the server's HTML: React does not run inline scripts that it inserts later.
  useServerInsertedHTML(() => {
    if (inserted.current) return null;
    inserted.current = true;
    return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: HIDE_WITHOUT_TOKEN }} />;
  });
  return null;
}
