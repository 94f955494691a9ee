import { useTranslations } from 'use-intl';
import { MoreRows, useMore } from '@/components/admin/more-rows';
import { AdminSection } from '@/components/admin/section';
import { TableRegion } from '@/components/admin/table-region';
import type { Proposals } from '@/lib/admin/receipts/schema';
import { formatTableDay } from '@/lib/core/dates';
import { formatINR } from '@/lib/core/money';
import { AdoptionLink } from './adoption-link';
import { LineNote } from './line-note';

/** The debits of a statement, each with the refund that it is, if any; a refund is recorded at its adoption. */
export function Debits({ proposals: { debits, balance } }: { proposals: Proposals }) {
  const t = useTranslations('attention.statement');
  const { shown, more } = useMore(debits);
  return (
    <AdminSection id="debits" title={t('debits')} note={t('debitsNote')}>
      <TableRegion labelledBy="debits">
        <thead>
          <tr>
            <th scope="col" className="figure">
              {t('column.line')}
            </th>
            <th scope="col">{t('column.date')}</th>
            <th scope="col" className="figure">
              {t('column.amount')}
            </th>
            <th scope="col">{t('column.text')}</th>
            <th scope="col">{t('column.bankReference')}</th>
            <th scope="col">{t('column.refund')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ line, date, amountPaise, text, bankReference, refund }) => (
            <tr key={line}>
              <th scope="row" className="figure">
                {line}
              </th>
              <td className="tabular-nums">{formatTableDay(date)}</td>
              <td className="figure">{formatINR(amountPaise)}</td>
              <td className="long">
                {text}
                {balance?.wrong.includes(line) && <LineNote>{t('contradicts')}</LineNote>}
              </td>
              <td className="tabular-nums">{bankReference ?? '–'}</td>
              <td className="long">
                {refund ? (
                  <>
                    <AdoptionLink reference={refund.reference} /> {refund.company}
                    <LineNote>{t(`refund.${refund.state}`)}</LineNote>
                  </>
                ) : (
                  t('noRefund')
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </TableRegion>
      <MoreRows {...more} />
    </AdminSection>
  );
}
