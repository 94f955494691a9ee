import { useTranslations } from 'use-intl';
import type { Column } from '@/components/platform/ui/data-table';
import type { Proposals } from '@/lib/admin/receipts/schema';
import { formatTableDay } from '@/lib/platform/dates';
import { formatINR, requirePaise } from '@/lib/platform/money';
import { LineNote } from './line-note';

type Line = Pick<Proposals['lines'][number], 'line' | 'date' | 'amountPaise' | 'text' | 'bankReference' | 'account'>;

/**
 * Returns the columns that credits and debits of a statement share.
 * @param repeats returns another line with the same reference of the bank
 */
export function useLineColumns(
  balance: Proposals['balance'],
  repeats: (line: Line) => Line | undefined = () => undefined,
): Column<Line>[] {
  const t = useTranslations('attention.statement');
  return [
    { title: t('column.line'), as: 'figure', cell: ({ line }) => line },
    { title: t('column.date'), as: 'digits', cell: ({ date }) => formatTableDay(date) },
    { title: t('column.amount'), as: 'figure', cell: ({ amountPaise }) => formatINR(amountPaise) },
    {
      title: t('column.text'),
      as: 'long',
      cell: ({ line, text, account }) => (
        <>
          {text}
          {account && <LineNote>{t('ofAccount', { digits: account })}</LineNote>}
          <BalanceNote line={line} balance={balance} />
        </>
      ),
    },
    {
      title: t('column.bankReference'),
      as: 'digits',
      cell: (line) => {
        const other = repeats(line);
        return (
          <>
            {line.bankReference ?? '–'}
            {other && <LineNote>{t('repeated', { line: other.line })}</LineNote>}
          </>
        );
      },
    },
  ];
}

/** Says why a line cannot be recorded at once, or that the balance corrects its column. */
function BalanceNote({ line, balance }: { line: number } & Pick<Proposals, 'balance'>) {
  const t = useTranslations('attention.statement');
  if (balance?.turned.includes(line)) return <LineNote>{t('turned')}</LineNote>;
  const wrong = balance?.wrong.find((each) => each.line === line);
  if (!wrong) return null;
  if (wrong.change === null) return <LineNote>{t('contradictsClosing')}</LineNote>;
  const paise = requirePaise(Math.abs(wrong.change));
  const direction = wrong.change > 0 ? 'up' : wrong.change < 0 ? 'down' : 'same';
  return <LineNote>{t('contradicts', { direction, amount: formatINR(paise) })}</LineNote>;
}
