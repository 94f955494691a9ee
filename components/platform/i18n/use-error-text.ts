'use client';

import { useLocale } from 'use-intl';
import { errorText, isErrorCode } from '@/lib/platform/i18n/errors';

/**
 * Returns `errorText` in the page's language, for rendering: during server rendering there is no document to read the
 * language from. A code of another release is its own text.
 */
export function useErrorText() {
  const locale = useLocale();
  return (code: string, params?: Record<string, string | number>) =>
    isErrorCode(code) ? errorText(code, params, locale) : code;
}
