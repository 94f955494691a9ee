import type { AdminAdoption } from '@/lib/admin/adoptions/queries';
import { formatINR } from '@/lib/core/money';
import { LOCALES } from '@/lib/i18n/locale';
import { getTranslator } from '@/lib/i18n/server';
import { EntriesSection } from './entries-section';
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
    <EntriesSection
      id="papers"
      title={t('title')}
      none={t('none')}
      columns={[t('serial'), t('kind'), t('about'), t('issued'), t('state')]}
      buttons={t('actions')}
      after={
        possible.length > 0 && (
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
        )
      }
    >
      {papers.toReversed().map(({ id, serial, kind, source, issuedMs, replacedBy, isVoid }) => (
        <tr key={id}>
          <th scope="row" className="font-normal whitespace-nowrap tabular-nums">
            {serial}
          </th>
          <td>{nameOf('papers.kinds', kind)}</td>
          <td className="name">{movements.get(source)}</td>
          <td className="tabular-nums">{timeOf(issuedMs)}</td>
          <td className="whitespace-nowrap tabular-nums">
            {replacedBy ? t('replacedBy', { serial: replacedBy }) : t(isVoid ? 'void' : 'valid')}
          </td>
          <td className="actions">
            <span className="flex flex-col items-end sm:flex-row">
              {LOCALES.map((locale) => (
                <PaperButton key={locale} id={id} serial={serial} locale={locale} />
              ))}
            </span>
          </td>
        </tr>
      ))}
    </EntriesSection>
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
