import { AdminSection } from '@/components/admin/section';
import { DataTable } from '@/components/platform/ui/data-table';
import type { AdminAdoption } from '@/lib/admin/adoptions/queries';
import { formatINR } from '@/lib/platform/money';
import { LOCALES } from '@/lib/platform/i18n/locale';
import { getTranslator } from '@/lib/platform/i18n/server';
import { IssueButton } from './issue-button';
import { PaperButton } from './paper-button';
import { possiblePapers } from './possible-papers';
import { nameOf, timeOf } from './texts';

/** The issued papers, each to download in every language, and those that the adoption can have now, to issue. */
export function PapersSection({ adoption }: { adoption: AdminAdoption }) {
  const t = getTranslator('en', 'adminAdoption.papers');
  const { reference, papers } = adoption;
  const movements = movementsOf(adoption);
  const possible = possiblePapers(adoption);
  return (
    <AdminSection id="papers" title={t('title')}>
      <DataTable
        labelledBy="papers"
        rows={papers.toReversed()}
        rowKey={({ id }) => id}
        none={t('none')}
        columns={[
          { title: t('serial'), as: 'digits', className: 'whitespace-nowrap', cell: ({ serial }) => serial },
          { title: t('kind'), cell: ({ kind }) => nameOf('papers.kinds', kind) },
          { title: t('about'), as: 'name', cell: ({ source }) => movements.get(source) },
          { title: t('issued'), as: 'digits', cell: ({ issuedMs }) => timeOf(issuedMs) },
          {
            title: t('state'),
            as: 'digits',
            cell: ({ replacedBy, isVoid }) =>
              replacedBy ? t('replacedBy', { serial: replacedBy }) : t(isVoid ? 'void' : 'valid'),
          },
          {
            title: t('actions'),
            as: 'actions',
            cell: ({ id, serial }) => (
              <span className="flex flex-col items-end sm:flex-row">
                {LOCALES.map((locale) => (
                  <PaperButton key={locale} id={id} serial={serial} locale={locale} />
                ))}
              </span>
            ),
          },
        ]}
      />
      {possible.length > 0 && (
        <>
          <h3 id="possible-papers" className="mt-2 text-small font-semibold">
            {t('possible')}
          </h3>
          <p className="text-small text-ink-2">{t('possibleNote')}</p>
          <ul
            aria-labelledby="possible-papers"
            className="grid rounded-2 border border-line bg-surface px-4 text-small sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:gap-x-5"
          >
            {possible.map(({ kind, source }) => {
              const about = source && movements.get(source);
              return (
                <li
                  key={`${kind} ${source}`}
                  className="flex flex-wrap items-center gap-x-5 border-b border-line py-1.5 last:border-b-0 sm:col-span-full sm:grid sm:grid-cols-subgrid"
                >
                  <span className="font-semibold">{nameOf('papers.kinds', kind)}</span>
                  <span className="wrap-anywhere text-ink-2">{about}</span>
                  <IssueButton
                    reference={reference}
                    kind={kind}
                    source={source}
                    about={[nameOf('papers.kinds', kind), about].filter(Boolean).join(', ')}
                    issued={papers.map(({ id }) => id)}
                  />
                </li>
              );
            })}
          </ul>
        </>
      )}
    </AdminSection>
  );
}

type Movements = Pick<AdminAdoption, 'receipts' | 'payments' | 'refunds'>;

/** Returns the mode, reference and amount of each receipt, payment and refund by its id. */
function movementsOf({ receipts, payments, refunds }: Movements): Map<string, string> {
  const t = getTranslator('en', 'adminAdoption.refunds');
  const sentence = (mode: string, reference: string, amountPaise: number) =>
    t('about', { mode, reference, amount: formatINR(amountPaise) });
  return new Map([
    ...[...receipts, ...refunds].map(
      ({ id, mode, reference, amountPaise }) => [id, sentence(nameOf('mode', mode), reference, amountPaise)] as const,
    ),
    ...payments.map(
      ({ id, method, transactionId, amountPaise }) =>
        [id, sentence(nameOf('payments.methods', method), transactionId ?? '', amountPaise)] as const,
    ),
  ]);
}
