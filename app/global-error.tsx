'use client';

import { pageLocale } from '@/lib/text/locale';
import ErrorPage from './error';
import './globals.css';

/** Stands in for the root layout when that fails. The framework's own brings a style sheet that the policy forbids (security 54). */
export default function GlobalError(props: Parameters<typeof ErrorPage>[0]) {
  return (
    <html lang={pageLocale()}>
      <body>
        <ErrorPage {...props} />
      </body>
    </html>
  );
}
