import { AdminSection } from '@/components/admin/section';
import { DataTable } from '@/components/platform/ui/data-table';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { formatCount } from '@/lib/platform/format-count';
import { getTranslator } from '@/lib/platform/i18n/server';
import { readFigures, sumText, type Figures } from '@/lib/register/figures';
import { DownloadFigures } from './download-figures';

const t = getTranslator('en', 'sessions.students');

/** The students on adopted seats of a session by course type and district; nothing while it has no adopted seats. */
export async function StudentFigures({ scope, session }: { scope: AdminScope; session: string }) {
  const { rows, total } = await readFigures(scope, session);
  if (rows.length === 0) return null;
  const isReported = total.reported > 0;
  // What nothing is known of is one sentence, not a row each.
  const reported = rows.filter((row) => row.reported > 0);
  const others = rows.filter((row) => row.reported === 0);
  const stated = (['attending', 'completed'] as const).filter((name) => total[name].length > 0);
  const all: Figures = { ...total, type: t('total'), district: '' };
  return (
    <AdminSection id="students" title={t('title')} actions={isReported && <DownloadFigures session={session} />}>
      <p className="max-w-prose text-small text-ink-2">
        {isReported ? t('text') : t('none', { seats: total.seats, outside: total.outside })}
      </p>
      {isReported && others.length > 0 && (
        <p className="max-w-prose text-small text-ink-2">
          {t('others', { rows: others.length, seats: others.reduce((sum, { seats }) => sum + seats, 0) })}
        </p>
      )}
      {isReported && (
        <DataTable
          labelledBy="students"
          caption={t('title')}
          rows={[...reported, all]}
          rowKey={({ type, district }) => `${type} ${district}`}
          columns={[
            { title: t('type'), as: 'name', cell: (row) => (row === all ? <strong>{row.type}</strong> : row.type) },
            { title: t('district'), cell: ({ district }) => district },
            ...(['seats', 'reported', 'due', 'outside'] as const).map((name) => ({
              title: t(name),
              as: 'figure' as const,
              cell: (row: Figures) => formatCount(row[name]),
            })),
            { title: t('enrolled'), as: 'figure', cell: ({ enrolled }) => sumText(enrolled) },
            ...stated.map((name) => ({
              title: t(name),
              as: 'figure' as const,
              cell: (row: Figures) => sumText(row[name]),
            })),
          ]}
        />
      )}
    </AdminSection>
  );
}
