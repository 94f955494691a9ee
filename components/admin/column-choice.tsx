'use client';

import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { startTransition, useOptimistic, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Checkbox } from '@/components/platform/ui/checkbox';
import type { Columns } from '@/components/platform/ui/data-table';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { isShown } from '@/lib/platform/list';
import { withQuery } from '@/lib/platform/with-query';

type ColumnChoiceProps<Row> = {
  /** All columns of the table; those with a `name` can be left out, but for the first one. */
  columns: Columns<Row>;
  /** As chosenColumns has it. */
  shown: string | undefined;
};

/** Chooses the columns of a table, in its address: so a link and the spreadsheet have the same ones. */
export function ColumnChoice<Row>({ columns, shown }: ColumnChoiceProps<Row>) {
  const t = useTranslations('admin');
  const router = useRouter();
  const path = usePathname();
  const params = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useOptimistic(shown);
  const named = columns.flatMap((column) =>
    column && column.name ? [{ name: column.name, title: column.title }] : [],
  );
  const toggle = (toggled: string) => {
    const names = named.map(({ name }) => name).filter((name) => isShown(chosen, name) !== (name === toggled));
    const next = names.length < named.length ? names.join('.') : undefined;
    const address = new URLSearchParams(params);
    if (next === undefined) address.delete('shown');
    else address.set('shown', next);
    startTransition(() => {
      setChosen(next);
      router.push(withQuery(path, address), { scroll: false });
    });
  };
  return (
    <Disclosure
      summary={t('columns')}
      className="text-small print:hidden"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      {/* A page carries them once they are asked for. */}
      {isOpen && (
        <ul className="flex flex-wrap gap-x-5">
          {named.slice(1).map(({ name, title }) => (
            <li key={name}>
              <label className="inline-flex min-h-tap items-center gap-2.5">
                <Checkbox checked={isShown(chosen, name)} onChange={() => toggle(name)} />
                {title}
              </label>
            </li>
          ))}
        </ul>
      )}
    </Disclosure>
  );
}

/** Returns the columns that are shown. */
export const shownColumns = <Row,>(columns: Columns<Row>, shown: string | undefined): Columns<Row> =>
  columns.filter((column) => column && (!column.name || isShown(shown, column.name)));
