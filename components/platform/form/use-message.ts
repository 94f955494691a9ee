'use client';

import { useErrorText } from '@/components/platform/i18n/use-error-text';
import type { ErrorCode } from '@/lib/platform/i18n/errors';

/** A sentence, or an error code, whose text follows the language of the page. */
export type Message = string | { code: ErrorCode; params?: Record<string, string | number> };

/** Returns the function that makes the text of a message in the language of the page. */
export function useMessage() {
  const errorText = useErrorText();
  return (message: Message) => (typeof message === 'string' ? message : errorText(message.code, message.params));
}
