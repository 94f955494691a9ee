'use client';

import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { saveFile } from '@/components/checkout/save-file';
import { usePending } from '@/components/form/use-pending';
import { Button } from '@/components/ui/button';
import { notify } from '@/components/ui/toaster';
import { callAsAdmin } from '@/lib/api-client/admin';
import { asFile } from '@/lib/api-client/client';
import { DOCUMENT_MS } from '@/lib/core/limits';

const FORMATS = {
  pdf: 'GET /admin/users/{userId}/statements/{year}',
  xlsx: 'GET /admin/users/{userId}/statements/{year}/spreadsheet',
} as const;
type Format = keyof typeof FORMATS;

/** The annual statements of a user to download, one line per financial year in which money moved. */
export function AnnualStatements({ userId }: { userId: string }) {
  const t = useTranslations('usersAndBillings.view');
  /** The financial years; a text if they could not be read, null while they are. */
  const [years, setYears] = useState<readonly string[] | string | null>(null);
  useEffect(() => {
    let active = true;
    void callAsAdmin('GET /admin/users/{userId}/statements', { params: { userId } }).then((result) => {
      if (active) setYears(result.ok ? result.data.years : (result.message ?? t('statementsFailed')));
    });
    return () => {
      active = false;
    };
  }, [userId, t]);
  const text = years === null ? t('loading') : typeof years === 'string' ? years : years.length === 0 && t('none');
  return (
    <section className="grid gap-2">
      <h3>{t('statements')}</h3>
      <p role="status" className="text-small text-ink-2 empty:hidden">
        {text}
      </p>
      {Array.isArray(years) && years.length > 0 && (
        <ul className="text-small">
          {years.map((year: string) => (
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
  const [pending, download] = usePending(async () => {
    const request = { params: { userId, year }, timeoutMs: DOCUMENT_MS, read: asFile() };
    const file = await callAsAdmin(FORMATS[format], request);
    if (file.ok) saveFile(file.data, `annual_statement_${year}.${format}`);
    else notify.error(file.message ?? t('statementsFailed'), { id: 'paper' });
  });
  const label = format === 'pdf' ? 'PDF' : t('excel');
  return (
    <Button
      variant="line"
      size="small"
      pending={pending}
      aria-label={t('statementOf', { year, format: label })}
      onClick={() => void download()}
    >
      {label}
    </Button>
  );
}
