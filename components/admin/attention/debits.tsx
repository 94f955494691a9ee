import { useTranslations } from 'use-intl';
import { AdoptionLink } from '@/components/admin/adoptions/adoption-link';
import { LongTable } from '@/components/admin/long-table';
import { AdminSection } from '@/components/admin/section';
import type { Proposals } from '@/lib/admin/receipts/schema';
import { LineNote } from './line-note';
import { useLineColumns } from './line-columns';

/** The debits of a statement, each with the refund that it is, if any; a refund is recorded at its adoption. */
export function Debits({ proposals: { debits, balance } }: { proposals: Proposals }) {
  const t = useTranslations('attention.statement');
  return (
    <AdminSection id="debits" title={t('debits')} note={t('debitsNote')}>
      <LongTable
        labelledBy="debits"
        rows={debits}
        rowKey={({ line }) => line}
        columns={[
          ...useLineColumns(balance),
          {
            title: t('column.refund'),
            as: 'long',
            cell: ({ refund, isReturn, receipt, counterLine }) =>
              isReturn ? (
                <>
                  {receipt && (
                    <span className="block">
                      <AdoptionLink reference={receipt.reference} newTab /> {receipt.company}
                    </span>
                  )}
                  <LineNote>{t(receipt ? 'takenBack' : 'takenBackUnknown')}</LineNote>
                  {counterLine !== null && <LineNote>{t('counterOf', { line: counterLine })}</LineNote>}
                </>
              ) : refund ? (
                <>
                  <AdoptionLink reference={refund.reference} newTab /> {refund.company}
                  <LineNote>{t(`refund.${refund.state}`)}</LineNote>
                </>
              ) : (
                t('noRefund')
              ),
          },
        ]}
      />
    </AdminSection>
  );
}
