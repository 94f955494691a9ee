import { DataTable } from '@/components/platform/ui/data-table';
import { Link } from '@/components/platform/ui/link';
import { isAmount, type CellAdoption, type CellSum, type Figure } from '@/lib/admin/report/schema';
import { formatINR } from '@/lib/platform/money';
import { getTranslator } from '@/lib/platform/i18n/server';
import { figureText, partText } from './figure';

const t = getTranslator('en', 'report');

type CellAdoptionsProps = {
  labelledBy: string;
  adoptions: readonly CellAdoption[];
  figure: Figure;
  /** Of all pages. */
  sum: CellSum;
};

/** Adoptions with what each has of a figure. */
export function CellAdoptions({ labelledBy, adoptions, figure, sum }: CellAdoptionsProps) {
  const text = ({ value, of }: CellSum) =>
    [isAmount(figure) ? formatINR(value) : figureText(figure, value), partText(of)].filter(Boolean).join(' ');
  return (
    <DataTable
      labelledBy={labelledBy}
      rows={adoptions}
      rowKey={({ reference }) => reference}
      columns={[
        {
          title: t('adoptions.reference'),
          as: 'digits',
          cell: ({ reference }) => (
            <Link href={`/admin/billings/${reference}`} className="text-link underline underline-offset-4">
              {reference}
            </Link>
          ),
          sum: t('all'),
        },
        { title: t('adoptions.company'), as: 'name', cell: ({ company }) => company },
        { title: t(`figure.${figure}`), as: 'figure', cell: text, sum: text(sum) },
      ]}
    />
  );
}
