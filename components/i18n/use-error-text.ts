'use client';

import { useLocale } from 'use-intl';
import { errorText, type ErrorCode } from '@/lib/i18n/errors';

/** `errorText` in the page's language, for what an island renders: while a server renders it there is no page to ask. */
export function useErrorText() {
  const locale = useLocale();
  return (code: ErrorCode, params?: Record<string, string | number>) => errorText(code, params, locale);
}
