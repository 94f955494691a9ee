'use client';

import { FileText, Sheet } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { DownloadButton } from '@/components/platform/form/download-button';
import { asFile } from '@/lib/api/client/client';
import { callAsSponsor } from '@/lib/api/client/session';
import { DOCUMENT_MS } from '@/lib/platform/limits';

const FORMATS = {
  pdf: { Icon: FileText, name: 'GET /user/statements/{year}', extension: 'pdf' },
  excel: { Icon: Sheet, name: 'GET /user/statements/{year}/spreadsheet', extension: 'xlsx' },
} as const;
type Format = keyof typeof FORMATS;

/** The annual statements of a sponsor to download, one line per financial year ('2026-27'). */
export function AnnualStatements({ years }: { years: readonly string[] }) {
  const t = useTranslations('adoptionPage.statements');
  return (
    <section className="grid gap-3">
      <h2 className="border-b-2 border-ink pb-1 text-h3">{t('title')}</h2>
      <ul className="border-t border-line">
        {years.map((year) => (
          <li
            key={year}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-2.5"
          >
            <b>{t('year', { year })}</b>
            <div role="group" aria-label={t('year', { year })} className="flex flex-wrap gap-3">
              <StatementButton year={year} format="pdf" />
              <StatementButton year={year} format="excel" />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function StatementButton({ year, format }: { year: string; format: Format }) {
  const t = useTranslations('adoptionPage.statements');
  const { Icon, name, extension } = FORMATS[format];
  return (
    <DownloadButton
      className="min-h-tap"
      Icon={Icon}
      document={{
        id: 'statement',
        texts: { preparing: t('preparing'), downloaded: t('downloaded') },
        fetch: () => callAsSponsor(name, { params: { year }, timeoutMs: DOCUMENT_MS, read: asFile() }),
        nameOn: () => `annual_statement_${year}.${extension}`,
      }}
    >
      {format === 'pdf' ? 'PDF' : t('excel')}
    </DownloadButton>
  );
}
