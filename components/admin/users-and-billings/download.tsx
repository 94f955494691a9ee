'use client';

import { Download } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { SendByEmail } from '@/components/admin/exports/send-by-email';
import { saveFile } from '@/components/platform/form/save-file';
import { Button } from '@/components/platform/ui/button';
import { DOWNLOAD_PARAM } from '@/lib/admin/exports/schema';
import { callAsAdmin } from '@/lib/api/client/admin';
import { asFile } from '@/lib/api/client/client';
import { formatCount } from '@/lib/platform/format-count';
import { DOWNLOAD_MS } from '@/lib/platform/limits';
import { log } from '@/lib/platform/log';
import { isoDate } from '@/lib/platform/dates';
import { fileSize, spreadsheetName } from '@/lib/platform/spreadsheet/rules';
import type { DownloadKind } from '@/lib/platform/spreadsheet/schema';

/**
 * Downloads all records that match a filter as a spreadsheet and shows the progress, or has it sent by e-mail. A failure is only logged.
 * Unmounting aborts it. The address of the page begins it by DOWNLOAD_PARAM.
 * @param filterParams the parameters of the list
 * @param count the number of matching records
 */
export function SpreadsheetButton(props: { kind: DownloadKind; filterParams: string; count: number }) {
  const { kind, filterParams, count } = props;
  const t = useTranslations('spreadsheet.button');
  /** The requested rows and the bytes received; null while no download runs. The filter may change meanwhile. */
  const [making, setMaking] = useState<{ rows: number; received: number } | null>(null);
  const going = useRef<AbortController>(null);
  useEffect(() => () => going.current?.abort(), []);

  const download = async () => {
    const { signal } = (going.current = new AbortController());
    const reportProgress = (received: number) => setMaking({ rows: count, received });
    reportProgress(0);
    const query = Object.fromEntries(new URLSearchParams(filterParams));
    const options = { timeoutMs: DOWNLOAD_MS, signal, read: asFile(reportProgress) };
    const file = await callAsAdmin('GET /user/download/{kind}', { params: { kind }, query, ...options });
    if (signal.aborted) return;
    setMaking(null);
    if (file.ok) saveFile(file.data, spreadsheetName(kind, isoDate(new Date())));
    else log.error('download_failed', { kind, status: file.status, code: file.code });
  };

  // The link of an e-mail.
  const first = useEffectEvent(() => void download());
  useEffect(() => {
    const address = new URL(location.href);
    if (address.searchParams.get(DOWNLOAD_PARAM) !== kind) return;
    // Read once, also when effects run twice.
    address.searchParams.delete(DOWNLOAD_PARAM);
    history.replaceState(history.state, '', address);
    first();
  }, [kind]);

  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
      <span role="status" className="text-small text-ink-2">
        {making && t('preparing', { count: making.rows, rows: formatCount(making.rows) })}
      </span>
      {making && making.received > 0 && (
        <span className="text-small text-ink-2 tabular-nums">{t('received', { size: fileSize(making.received) })}</span>
      )}
      <Button variant="line" size="small" pending={making !== null} onClick={() => void download()}>
        {!making && <Download aria-hidden />}
        <span>{t('download')}</span>
      </Button>
      <SendByEmail kind={kind} query={filterParams} />
    </span>
  );
}
