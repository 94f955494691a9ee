import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { Checkbox } from '@/components/platform/ui/checkbox';
import { Note } from '@/components/platform/ui/note';
import type { RollList } from '@/lib/register/schema';

type FileListsProps = {
  lists: readonly RollList[];
  otherSheets: readonly string[];
  disabled: boolean;
  /** Called with the numbers of the lists to read. */
  onChoose: (lists: number[]) => void;
};

/** What a file has: each column of roll numbers with its count, first and last number, and which of them are read. */
export function FileLists({ lists, otherSheets, disabled, onChoose }: FileListsProps) {
  const t = useTranslations('office.register');
  const id = useId();
  const read = lists.filter((each) => each.read).map(({ list }) => list);
  const sheets = otherSheets.filter(Boolean);
  return (
    <>
      <fieldset disabled={disabled} className="grid gap-2">
        <legend className="mb-1 text-small font-semibold">{t('listsTitle')}</legend>
        {lists.map((each) => (
          <label key={each.list} className="flex items-start gap-2 text-small" htmlFor={`${id}-${each.list}`}>
            <Checkbox
              id={`${id}-${each.list}`}
              checked={each.read}
              // One list stays: without any there is nothing to check.
              disabled={each.read && read.length === 1}
              onChange={({ target }) =>
                onChoose(target.checked ? [...read, each.list] : read.filter((list) => list !== each.list))
              }
            />
            <span className="min-w-0 wrap-anywhere">
              <ListName list={each} />
              <span className="block text-ink-2 tabular-nums">
                {each.first === null
                  ? t('listEmpty')
                  : t('listNumbers', { count: each.count, first: each.first, last: each.last ?? '' })}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {sheets.length > 0 && <Note kind="warn">{t('otherSheets', { sheets: sheets.join(', ') })}</Note>}
    </>
  );
}

/** The name of a list: its sheet, column and title. */
function ListName({ list: { sheet, hidden, column, title, line } }: { list: RollList }) {
  const t = useTranslations('office.register');
  const parts = [
    sheet && t(hidden ? 'listHiddenSheet' : 'listSheet', { sheet }),
    title ? t('listColumn', { column, title, line }) : t('listOnly', { column }),
  ];
  return <span className="font-semibold">{parts.filter(Boolean).join(' · ')}</span>;
}
