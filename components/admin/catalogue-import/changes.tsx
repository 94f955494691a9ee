import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { OldToNew } from '@/components/admin/old-to-new';
import { LongTable } from '@/components/admin/long-table';
import { AdminSection } from '@/components/admin/section';
import type { Column } from '@/components/platform/ui/data-table';
import { SelectField } from '@/components/platform/ui/select-field';
import type { DryRun } from '@/lib/catalogue-import/schema';
import { formatCount } from '@/lib/platform/format-count';
import { formatINR, requirePaise } from '@/lib/platform/money';

const years = (count: number | null) => (count === null ? '–' : String(count));
const rupees = (amount: string) => formatINR(requirePaise(amount));

type Change = DryRun['changes'][number];

const KINDS = ['all', 'changed', 'added'] as const;
type Kind = (typeof KINDS)[number];

type ChangesProps = {
  changes: DryRun['changes'];
  counts: DryRun['counts'];
  /** Whether they are lines of a file. */
  hasLines?: boolean;
};

/** The first courses that an import would change or add, with old and new values; `counts` has the number of all. */
export function Changes({ changes, counts, hasLines = true }: ChangesProps) {
  const t = useTranslations('catalogueImport');
  const texts = useTranslations('adminCourses');
  const [kind, setKind] = useState<Kind>('all');
  const listed = kind === 'all' ? changes : changes.filter(({ change }) => change === kind);
  const total = kind === 'all' ? counts.added + counts.changed : counts[kind];
  const changed = (title: string, text: (values: NonNullable<Change['before']>) => string): Column<Change> => ({
    title,
    cell: (change) => <OldToNew old={change.before && text(change.before)} now={text(change)} to={t('to')} />,
  });
  return (
    <AdminSection
      id="changes"
      title={t('changes')}
      note={
        listed.length < total
          ? t('shown', { shown: formatCount(listed.length), total: formatCount(total) })
          : t('all', { total })
      }
      actions={
        counts.added > 0 &&
        counts.changed > 0 && (
          <SelectField label={t('show')} value={kind} onChange={({ target }) => setKind(target.value as Kind)}>
            {KINDS.map((name) => (
              <option key={name} value={name}>
                {t(`showKind.${name}`)}
              </option>
            ))}
          </SelectField>
        )
      }
    >
      <LongTable
        labelledBy="changes"
        rows={listed}
        rowKey={({ line }) => line}
        columns={[
          { title: t('column.branch'), as: 'name', cell: ({ branch }) => branch },
          { title: t('column.type'), cell: ({ course_name: type }) => type },
          { title: t('column.institute'), as: 'long', cell: ({ institute_name: name }) => name ?? '–' },
          { title: t('column.city'), as: 'name', cell: ({ city }) => city },
          { ...changed(t('column.seats'), ({ total_seats: seats }) => formatCount(seats)), as: 'figure' },
          { ...changed(t('column.price'), ({ price_per_seat: price }) => rupees(price)), as: 'figure' },
          { ...changed(t('column.duration'), (values) => years(values.duration_years)), as: 'figure' },
          changed(t('column.branchHindi'), ({ branch_hindi: hindi }) => hindi ?? '–'),
          changed(t('column.open'), ({ is_open: isOpen }) => t(isOpen ? 'open' : 'closed')),
          {
            title: t('column.session'),
            as: 'digits',
            cell: ({ session, study_year: year }) => texts('sessionAndYear', { session, year }),
          },
          { title: t('column.change'), cell: ({ change }) => t(change) },
          hasLines && { title: t('column.line'), as: 'figure', cell: ({ line }) => line },
        ]}
      />
    </AdminSection>
  );
}
