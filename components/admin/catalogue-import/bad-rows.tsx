import { useTranslations } from 'use-intl';
import { MoreRows, useMore } from '@/components/admin/more-rows';
import { AdminSection } from '@/components/admin/section';
import { TableRegion } from '@/components/admin/table-region';

type BadRowsProps = {
  id?: string;
  bad: readonly { line: number; problems: string[] }[];
  title: string;
  note: string;
};

/** Lists each row that cannot be read, or has a warning, with its line in the file and all of its messages. */
export function BadRows({ id = 'bad', bad, title, note }: BadRowsProps) {
  const t = useTranslations('adminCourses.import');
  const { shown, more } = useMore(bad);
  return (
    <AdminSection id={id} title={title} note={note}>
      <TableRegion labelledBy={id} sticky={false}>
        <thead>
          <tr>
            <th scope="col" className="figure w-0">
              {t('column.line')}
            </th>
            <th scope="col">{t('column.reasons')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ line, problems }) => (
            <tr key={line}>
              <th scope="row" className="figure">
                {line}
              </th>
              <td className="long max-w-none! min-w-0!">
                <ul>
                  {problems.map((problem) => (
                    <li key={problem}>{problem}</li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </TableRegion>
      <MoreRows {...more} />
    </AdminSection>
  );
}
