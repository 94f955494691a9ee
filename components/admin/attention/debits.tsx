import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AdoptionLink } from '@/components/admin/adoptions/adoption-link';
import { LongTable } from '@/components/admin/long-table';
import { RecordTransfer } from '@/components/admin/funds/transfer-form';
import { AdminSection } from '@/components/admin/section';
import { Button } from '@/components/platform/ui/button';
import type { Debit, Proposals } from '@/lib/admin/receipts/schema';
import { LineNote } from './line-note';
import { EnterPaid } from './enter-paid';
import { useLineColumns } from './line-columns';

/** The debits of a statement, each with the payment of a file, the refund or the transfer to an institute that it is, if any; a refund is recorded at its adoption. */
export function Debits({ name, proposals: { debits, balance } }: { name: string; proposals: Proposals }) {
  const t = useTranslations('attention.statement');
  const [entered, setEntered] = useState<ReadonlyMap<number, string>>(new Map());
  const paid = debits.flatMap(({ order, ...debit }) =>
    order && !entered.has(debit.line) ? [{ ...debit, order }] : [],
  );
  return (
    <AdminSection
      id="debits"
      title={t('debits')}
      note={t('debitsNote')}
      actions={
        paid.length > 0 && (
          <EnterPaid name={name} debits={paid} onDone={(outcomes) => setEntered(new Map([...entered, ...outcomes]))} />
        )
      }
    >
      <LongTable
        labelledBy="debits"
        rows={debits}
        rowKey={({ line }) => line}
        columns={[
          ...useLineColumns(balance),
          {
            title: t('column.refund'),
            as: 'long',
            cell: (debit) => {
              const { refund, isReturn, receipt, counterLine, release, order } = debit;
              return order ? (
                <>
                  {order.payee}
                  <LineNote>{entered.get(debit.line) ?? t('order', { reference: order.reference })}</LineNote>
                </>
              ) : isReturn ? (
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
              ) : release ? (
                <DebitForInstitute debit={debit} release={release} />
              ) : (
                t('noRefund')
              );
            },
          },
        ]}
      />
    </AdminSection>
  );
}

type DebitForInstituteProps = { debit: Debit; release: NonNullable<Debit['release']> };

/** The transfer to an institute that a debit is; one that is not recorded opens its form, filled with the line. */
function DebitForInstitute({ debit, release: { instituteId, institute, state } }: DebitForInstituteProps) {
  const t = useTranslations('attention.statement');
  const [isRecorded, setRecorded] = useState(false);
  const { line, mode, date, bankReference } = debit;
  return (
    <>
      <span className="block">{t('release.of', { institute })}</span>
      {state !== 'due' || isRecorded ? (
        <LineNote>{t(`release.${state === 'confirmed' ? 'confirmed' : 'recorded'}`)}</LineNote>
      ) : (
        <RecordTransfer
          kind="passed_on"
          institute={{ id: instituteId, name: institute }}
          values={{ mode: mode ?? 'NEFT', paidOn: date, bankReference: bankReference ?? '' }}
          onDone={() => setRecorded(true)}
        >
          <Button variant="bare" size="small" aria-label={t('recordOf', { line })}>
            {t('record')}
          </Button>
        </RecordTransfer>
      )}
    </>
  );
}
