import { useTranslations } from 'use-intl';
import type { Column } from '@/components/platform/ui/data-table';
import type { Proposals } from '@/lib/admin/receipts/schema';
import { formatTableDay } from '@/lib/platform/dates';
import { formatINR } from '@/lib/platform/money';
import { LineNote } from './line-note';

type Line = Pick<Proposals['lines'][number], 'line' | 'date' | 'amountPaise' | 'text' | 'bankReference'>;

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
    { title: t('column.amount'), as: 'figure', cell: ({ amountPaise }) => formatINR(amountPaise, 2) },
    {
      title: t('column.text'),
      as: 'long',
      cell: ({ line, text }) => (
        <>
          {text}
          {balance?.wrong.includes(line) && <LineNote>{t('contradicts')}</LineNote>}
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
