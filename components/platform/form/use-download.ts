'use client';

import { notify } from '@/components/platform/ui/toaster';
import type { ApiResult } from '@/lib/api/client/client';
import { isoDate } from '@/lib/platform/dates';
import { saveFile } from './save-file';
import { useMessage, type Message } from './use-message';
import { usePending } from './use-pending';

/** A document to download. */
export type Download = {
  /** The id of the toasts. */
  id: string;
  /** The toasts while it is made and once it is saved, if there are any. */
  texts?: { preparing: string; downloaded: string };
  /** The toast of a failure, if the server sends no message. */
  failed?: Message;
  fetch: () => Promise<ApiResult<Blob>>;
  /** Returns the name of the file on a date (YYYY-MM-DD). */
  nameOn: (date: string) => string;
};

/** Fetches a document, saves it under a name with today's date and shows the result in a toast. */
export function useDownload() {
  const textOf = useMessage();
  /** Its result is the date in the file's name; null after a failure. */
  const [pending, download] = usePending(async (document: Download): Promise<string | null> => {
    const { id, texts, failed = { code: 'document.failed' }, fetch, nameOn } = document;
    if (texts) notify.loading(texts.preparing, { id });
    const result = await fetch();
    if (!result.ok) {
      notify.error(result.message ?? textOf(failed), { id });
      return null;
    }
    const date = isoDate(new Date());
    saveFile(result.data, nameOn(date));
    if (texts) notify.success(texts.downloaded, { id });
    return date;
  });
  return { pending, download };
}
