import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { AdminSection } from '@/components/admin/section';
import { Button } from '@/components/platform/ui/button';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { Note } from '@/components/platform/ui/note';
import { SelectField } from '@/components/platform/ui/select-field';
import type { ColumnChoice } from '@/lib/admin/bank-statements/schema';
import { STATEMENT_COLUMNS } from '@/lib/admin/bank-statements/titles';
import type { Proposals } from '@/lib/admin/receipts/schema';

type Layout = Proposals['layout'];
type StatementLayoutProps = { proposals: Proposals; onCorrect: (columns: ColumnChoice) => void };

/** Without a date, or a credit or amount, no line can be read. */
export const isComplete = ({ format, columns: { date, credit, amount } }: Layout) =>
  format !== 'table' || (date !== null && (credit ?? amount) !== null);

/** Shows how a statement was read; its columns can be corrected. */
export function StatementLayout({ proposals: { layout, balance, remembered }, onCorrect }: StatementLayoutProps) {
  const t = useTranslations('attention.statement.layout');
  const { format, columns, dayOrder, decimal, account, accounts, others } = layout;
  const isTable = format === 'table';
  const titleOf = useTitle(layout);
  const found = STATEMENT_COLUMNS.flatMap((column): [string, string][] => {
    const place = columns[column];
    return place === null ? [] : [[t(`kind.${column}`), titleOf(place)]];
  });
  const assumed: [string, string][] = isTable ? [...found, [t('days'), t(dayOrder)]] : [[t('format'), format]];
  if (decimal === ',') assumed.push([t('decimal'), t('comma')]);
  if (account && accounts.length === 0) assumed.push([t('account'), t('endsIn', { digits: account })]);
  return (
    <AdminSection
      id="layout"
      title={t('title')}
      note={isTable ? t('about', { line: layout.headerLine }) : t('aboutFile')}
    >
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-small">
        {assumed.map(([name, value]) => (
          <div key={name} className="flex min-w-0 gap-1.5">
            <dt className="shrink-0 text-ink-2">{name}:</dt>
            <dd className="min-w-0 font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {accounts.length > 0 && <Note kind="warn">{t('accounts', { list: accounts.join(', ') })}</Note>}
      {others.length > 0 && <Note kind="warn">{t('others', { count: others.length, list: others.join(', ') })}</Note>}
      {remembered && <p className="text-small">{t('remembered')}</p>}
      {isComplete(layout) ? <Balance balance={balance} /> : <Missing layout={layout} />}
      {isTable && <Correction layout={layout} onCorrect={onCorrect} />}
    </AdminSection>
  );
}

function useTitle({ titles }: Layout): (place: number) => string {
  const t = useTranslations('attention.statement.layout');
  return (place) => titles[place] || t('untitled', { number: place + 1 });
}

/** Numbers of lines that a sentence lists. */
const MAX_LISTED = 5;

function Balance({ balance }: Pick<Proposals, 'balance'>) {
  const t = useTranslations('attention.statement.layout');
  if (balance === null) return <p className="text-small">{t('noBalance')}</p>;
  const { checked, wrong, turned } = balance;
  const listOf = (all: readonly number[]) => {
    const lines = all.slice(0, MAX_LISTED).join(', ');
    const more = all.length - MAX_LISTED;
    return more > 0 ? t('more', { lines, count: more }) : lines;
  };
  return (
    <>
      {wrong.length === 0 ? (
        <p className="text-small">{t('agrees', { count: checked })}</p>
      ) : (
        <Note kind="warn">{t('differs', { count: wrong.length, lines: listOf(wrong.map(({ line }) => line)) })}</Note>
      )}
      {turned.length > 0 && <Note kind="warn">{t('turned', { count: turned.length, lines: listOf(turned) })}</Note>}
    </>
  );
}

function Missing({ layout: { columns } }: { layout: Layout }) {
  const t = useTranslations('attention.statement.layout');
  const hasAmount = (columns.credit ?? columns.amount) !== null;
  if (columns.date !== null) return <Note kind="warn">{t('missingAmount')}</Note>;
  return <Note kind="warn">{t(hasAmount ? 'missingDate' : 'missingBoth')}</Note>;
}

function Correction({ layout, onCorrect }: { layout: Layout } & Pick<StatementLayoutProps, 'onCorrect'>) {
  const t = useTranslations('attention.statement.layout');
  const titleOf = useTitle(layout);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const chosen = STATEMENT_COLUMNS.map((column) => {
      const place = data.get(column);
      return [column, place ? Number(place) : null];
    });
    onCorrect(Object.fromEntries(chosen) as ColumnChoice);
  };
  return (
    <Disclosure small summary={t('correct')} open={!isComplete(layout)}>
      <form onSubmit={submit} className="grid gap-4 pt-2">
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-5">
          {STATEMENT_COLUMNS.map((column) => (
            <SelectField
              key={column}
              name={column}
              label={t(`kind.${column}`)}
              defaultValue={layout.columns[column] ?? ''}
            >
              <option value="">{t('none')}</option>
              {layout.titles.map((_, place) => (
                <option key={place} value={place}>
                  {titleOf(place)}
                </option>
              ))}
            </SelectField>
          ))}
        </div>
        <Button type="submit" className="justify-self-start">
          {t('again')}
        </Button>
      </form>
    </Disclosure>
  );
}
