import { useTranslations } from 'use-intl';
import { LongTable } from '@/components/admin/long-table';
import { AdminSection } from '@/components/admin/section';

type BadRowsProps = {
  id?: string;
  bad: readonly { line: number; problems: string[] }[];
  title: string;
  note: string;
};

/** Lists each row that cannot be read, or has a warning, with its line in the file and all of its messages. */
export function BadRows({ id = 'bad', bad, title, note }: BadRowsProps) {
  const t = useTranslations('catalogueImport');
  return (
    <AdminSection id={id} title={title} note={note}>
      <LongTable
        labelledBy={id}
        sticky={false}
        rows={bad}
        rowKey={({ line }) => line}
        columns={[
          { title: t('column.line'), as: 'figure', className: 'w-0', cell: ({ line }) => line },
          {
            title: t('column.reasons'),
            as: 'long',
            className: 'max-w-none! min-w-0!',
            cell: ({ problems }) => (
              <ul>
                {problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            ),
          },
        ]}
      />
    </AdminSection>
  );
}
