'use client';

import { usePending } from '@/components/form/use-pending';
import { notify } from '@/components/ui/toaster';
import type { ApiResult } from '@/lib/api-client/client';
import { isoDate } from '@/lib/document/rules';
import { errorText } from '@/lib/i18n/errors';
import { saveFile } from './save-file';

/** Timeout of a document in ms: rendering many lines takes seconds. */
export const DOCUMENT_TIMEOUT_MS = 60_000;

/** A document to download: the texts of its toasts, how to fetch it, and its file name on a date (YYYY-MM-DD). */
export type Download = {
  /** The id of the toast; a new toast replaces the one with the same id. */
  id: string;
  words: { preparing: string; downloaded: string };
  fetch: () => Promise<ApiResult<Blob>>;
  nameOn: (date: string) => string;
};

/** Fetches a document, saves it under a name with today's date and shows the result in a toast. */
export function useDownload() {
  /** Its result is the date in the file's name; null after a failure. */
  const [pending, download] = usePending(async ({ id, words, fetch, nameOn }: Download): Promise<string | null> => {
    notify.loading(words.preparing, { id });
    const result = await fetch();
    if (!result.ok) {
      notify.error(result.message ?? errorText('document.failed'), { id });
      return null;
    }
    const date = isoDate(new Date());
    saveFile(result.data, nameOn(date));
    notify.success(words.downloaded, { id });
    return date;
  });
  return { pending, download };
}
