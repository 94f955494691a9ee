'use client';

import { useState } from 'react';
import { notify } from '@/components/ui/toaster';
import type { ApiResult } from '@/lib/api-client/client';
import { isoDate } from '@/lib/document/rules';
import { errorText } from '@/lib/i18n/errors';
import { saveFile } from './save-file';

/** How long to wait for a document, in milliseconds: one of many lines takes seconds to draw. */
export const DOCUMENT_TIMEOUT_MS = 60_000;

/** A document to download: what its toasts say, how to fetch it, and its file name on a date (YYYY-MM-DD). */
export type Download = {
  /** Which toast is taken over by the next one. */
  id: string;
  words: { preparing: string; downloaded: string };
  fetch: () => Promise<ApiResult<Blob>>;
  nameOn: (date: string) => string;
};

/** Fetches a document, saves it under today's name (R-PAY-16) and says how that went (R-ERR-08). */
export function useDownload() {
  const [pending, setPending] = useState(false);
  /** @returns the date in the file's name, or null when there is no file */
  const download = async ({ id, words, fetch, nameOn }: Download): Promise<string | null> => {
    setPending(true);
    notify.loading(words.preparing, { id });
    const result = await fetch();
    setPending(false);
    if (!result.ok) {
      notify.error(result.message ?? errorText('document.failed'), { id });
      return null;
    }
    const date = isoDate(new Date());
    saveFile(result.data, nameOn(date));
    notify.success(words.downloaded, { id });
    return date;
  };
  return { pending, download };
}
