'use client';

import { createContext, use, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { RowChoice } from '@/lib/platform/row-choice';
import { Button } from './button';
import { Checkbox } from './checkbox';
import { cn } from './cn';
import { useBrowserValue } from './use-browser-value';

type Chosen = { ids: readonly string[]; isAll: boolean };
const NONE: Chosen = { ids: [], isAll: false };

type RowSelectionProps = {
  /** What the rows of the page stand for that can be chosen. */
  values: readonly string[];
  /** All rows of the list's filter that can be chosen, on all pages; without it only rows of the page can be. */
  all?: { count: number; filter: string } | false;
  children: ReactNode;
};

type State = RowSelectionProps & { chosen: Chosen; choose: (chosen: Chosen) => void };

const Context = createContext<State | null>(null);

function useContext() {
  const state = use(Context);
  if (!state) throw new Error('There is no RowSelection around this.');
  return state;
}

/**
 * Holds which rows of a `DataTable` with `selection` are chosen. The table, SelectionBar and everything that reads
 * useRowSelection stand within it. Rows that the page has no more, as after a change or on another page, are not chosen.
 */
export function RowSelection(props: RowSelectionProps) {
  const [chosen, choose] = useState(NONE);
  const ids = chosen.ids.filter((id) => props.values.includes(id));
  const isStale = ids.length < chosen.ids.length;
  if (isStale) choose({ ids, isAll: false });
  return <Context value={{ ...props, chosen, choose }}>{props.children}</Context>;
}

/**
 * Returns the chosen rows of the RowSelection around.
 * @returns `choice` as the server takes it, null without any; `count`, its number of rows; `clear` chooses none; `values`, those that
 * the RowSelection has
 */
export function useRowSelection(): {
  choice: RowChoice | null;
  count: number;
  clear: () => void;
  values: readonly string[];
} {
  const { chosen, choose, all, values } = useContext();
  const clear = () => choose(NONE);
  if (chosen.isAll && all) return { choice: { by: 'filter', filter: all.filter }, count: all.count, clear, values };
  const count = chosen.ids.length;
  return { choice: count > 0 ? { by: 'ids', ids: [...chosen.ids] } : null, count, clear, values };
}

/** In view beside the chosen cards of a phone. */
const STICKY = 'max-md:sticky max-md:top-0 max-md:z-10 max-md:-mx-2 max-md:bg-paper max-md:px-2 max-md:py-2';

/** How many rows are chosen, what else can be, and the buttons that act on them. */
export function SelectionBar({ children }: { children?: ReactNode }) {
  const t = useTranslations('staff.selection');
  const { values, all, chosen, choose } = useContext();
  const { count, clear } = useRowSelection();
  const isMore = all && all.count > values.length && !chosen.isAll && count === values.length;
  return (
    <div className={cn('flex min-h-tap flex-wrap items-center gap-3 text-small', count > 0 && STICKY)}>
      {children}
      <span role="status">{t('count', { count })}</span>
      {isMore && (
        <Button variant="line" size="small" onClick={() => choose({ ids: values, isAll: true })}>
          {t('all', { count: all.count })}
        </Button>
      )}
      {count > 0 && (
        <Button variant="line" size="small" onClick={clear}>
          {t('none')}
        </Button>
      )}
    </div>
  );
}

/** The checkbox in the head of the column: chooses all rows of the page, or none. */
export function PageCheckbox() {
  const t = useTranslations('staff.selection');
  const { values, chosen, choose } = useContext();
  const isWhole = chosen.ids.length === values.length;
  return (
    <label>
      <Checkbox
        checked={isWhole}
        ref={(box) => {
          if (box) box.indeterminate = !isWhole && chosen.ids.length > 0;
        }}
        onChange={() => choose(isWhole ? NONE : { ids: values, isAll: false })}
      />
      <span>{t('page')}</span>
    </label>
  );
}

/** The checkbox of a row. */
export function RowCheckbox({ value, label }: { value: string; label: string }) {
  const { chosen, choose } = useContext();
  // Without scripts a checkbox does nothing, and fifty of them are 6 kB of a page.
  const isReady = useBrowserValue(() => true, false);
  const isChosen = chosen.ids.includes(value);
  const change = () =>
    choose({ ids: isChosen ? chosen.ids.filter((id) => id !== value) : [...chosen.ids, value], isAll: false });
  if (!isReady) return null;
  return (
    <label>
      <Checkbox checked={isChosen} onChange={change} aria-label={label} />
    </label>
  );
}
