'use client';

import { useTranslations } from 'use-intl';
import { DownloadButton } from '@/components/platform/form/download-button';
import { RetryNote } from '@/components/platform/form/retry-note';
import { useLoaded } from '@/components/platform/form/use-loaded';
import { callAsAdmin } from '@/lib/api/client/admin';
import { asFile } from '@/lib/api/client/client';
import { DOCUMENT_MS } from '@/lib/platform/limits';

const FORMATS = {
  pdf: 'GET /admin/users/{userId}/statements/{year}',
  xlsx: 'GET /admin/users/{userId}/statements/{year}/spreadsheet',
} as const;
type Format = keyof typeof FORMATS;

/** The annual statements of a user to download, one line per financial year in which money moved. */
export function AnnualStatements({ userId }: { userId: string }) {
  const t = useTranslations('usersAndBillings.view');
  const loaded = useLoaded(
    () => callAsAdmin('GET /admin/users/{userId}/statements', { params: { userId } }),
    t('statementsFailed'),
  );
  const years = loaded.data?.years;
  const text = years ? years.length === 0 && t('none') : loaded.failure === null && t('loading');
  return (
    <section className="grid gap-2">
      <h3>{t('statements')}</h3>
      <p role="status" className="text-small text-ink-2 empty:hidden">
        {text}
      </p>
      <RetryNote loaded={loaded} />
      {years && years.length > 0 && (
        <ul className="text-small">
          {years.map((year) => (
            <li
              key={year}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-1.5 tabular-nums"
            >
              <span className="me-auto">{t('financialYear', { year })}</span>
              <StatementButton userId={userId} year={year} format="pdf" />
              <StatementButton userId={userId} year={year} format="xlsx" />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function StatementButton({ userId, year, format }: { userId: string; year: string; format: Format }) {
  const t = useTranslations('usersAndBillings.view');
  const label = format === 'pdf' ? 'PDF' : t('excel');
  const request = { params: { userId, year }, timeoutMs: DOCUMENT_MS, read: asFile() };
  return (
    <DownloadButton
      aria-label={t('statementOf', { year, format: label })}
      document={{
        id: 'paper',
        failed: t('statementsFailed'),
        fetch: () => callAsAdmin(FORMATS[format], request),
        nameOn: () => `annual_statement_${year}.${format}`,
      }}
    >
      {label}
    </DownloadButton>
  );
}
