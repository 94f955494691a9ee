'use client';

import { useServerInsertedHTML } from 'next/navigation';
import { useRef } from 'react';
import { ADMIN_TOKEN_KEY } from '@/lib/api-client/admin';

/** hidePage of hide-page.ts for the moment before the page's scripts run. */
const HIDE_WITHOUT_TOKEN = `(function(){var t=null;try{t=localStorage.getItem('${ADMIN_TOKEN_KEY}')}catch(e){}
if(t===null){var s=new CSSStyleSheet();s.replaceSync('body > * { display: none !important }');document.adoptedStyleSheets=[s]}})()`;

/** The session's cookie has opened this page; without the token nothing of it is painted, not even until the scripts have come (R-ADMIN-06). `nonce` is that of the page's policy. */
export function TokenCheck({ nonce }: { nonce: string | undefined }) {
  const inserted = useRef(false);
  // Into the head of the answer and nowhere else: React does not run scripts of its own later.
  useServerInsertedHTML(() => {
    if (inserted.current) return null;
    inserted.current = true;
    return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: HIDE_WITHOUT_TOKEN }} />;
  });
  return null;
}
