import { listedColumns } from '@/components/admin/adoptions/listed-columns';
import { DataTable } from '@/components/platform/ui/data-table';
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

const { reference, ...others } = listedColumns({
  reference: t('adoptions.reference'),
  company: t('adoptions.company'),
});

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
        { ...reference, sum: t('all') },
        ...Object.values(others),
        { title: t(`figure.${figure}`), as: 'figure', cell: text, sum: text(sum) },
      ]}
    />
  );
}
