'use client';

import { useLocale } from 'use-intl';
import { errorText, type ErrorCode } from '@/lib/platform/i18n/errors';

/**
 * Returns `errorText` in the page's language, for rendering: during server rendering there is no document to read the
 * language from.
 */
export function useErrorText() {
  const locale = useLocale();
  return (code: ErrorCode, params?: Record<string, string | number>) => errorText(code, params, locale);
}
