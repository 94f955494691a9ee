import { DataTable } from '@/components/platform/ui/data-table';
import { Link } from '@/components/platform/ui/link';
import { ADMIN_COURSE_LIST } from '@/lib/admin/courses/schema';
import type { ListedSession } from '@/lib/sessions/schema';
import { formatTableDay } from '@/lib/platform/dates';
import { formatCount } from '@/lib/platform/format-count';
import { getTranslator } from '@/lib/platform/i18n/server';
import { ActOnSession } from './act-on-session';
import { ChangeSession } from './session-form';

const t = getTranslator('en', 'sessions');

type SessionTableProps = { labelledBy: string; rows: readonly ListedSession[]; canEdit: boolean };

/** All sessions with their state, days and seats. */
export function SessionTable({ labelledBy, rows, canEdit }: SessionTableProps) {
  const figure = (name: 'offers' | 'seats' | 'adopted' | 'held') => ({
    title: t(`column.${name}`),
    as: 'figure' as const,
    cell: (row: ListedSession) => formatCount(row[name]),
  });
  return (
    <DataTable
      labelledBy={labelledBy}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        { title: t('column.name'), cell: ({ name }) => <span className="num font-semibold">{name}</span> },
        { title: t('column.state'), cell: ({ state }) => t(`state.${state}`) },
        {
          title: t('column.days'),
          as: 'digits',
          cell: ({ firstDay, lastDay }) => t('days', { from: formatTableDay(firstDay), to: formatTableDay(lastDay) }),
        },
        { title: t('column.adopting'), as: 'digits', cell: adoptingDays },
        figure('offers'),
        figure('seats'),
        figure('adopted'),
        figure('held'),
        { title: t('column.actions'), as: 'actions', cell: (row) => <Actions session={row} canEdit={canEdit} /> },
      ]}
    />
  );
}

function adoptingDays({ adoptingFrom, adoptingUntil }: ListedSession): string {
  const days = {
    from: adoptingFrom === null ? '' : formatTableDay(adoptingFrom),
    until: adoptingUntil === null ? '' : formatTableDay(adoptingUntil),
  };
  if (adoptingFrom === null) return t(adoptingUntil === null ? 'adopting.always' : 'adopting.until', days);
  return t(adoptingUntil === null ? 'adopting.from' : 'adopting.both', days);
}

function Actions({ session, canEdit }: { session: ListedSession; canEdit: boolean }) {
  const { name, state, version, offers, seats } = session;
  return (
    <span>
      {canEdit && state === 'planned' && (
        <Link href={`/admin/sessions/${name}`} aria-label={t('prepareOf', { name })}>
          {t('prepare')}
        </Link>
      )}
      {canEdit && state === 'open' && (
        <ActOnSession
          name={name}
          action={{ action: 'close', version }}
          label={t('close.button')}
          text={t('close.text')}
          aria-label={t('close.of', { name })}
          variant="bare"
          size="small"
        />
      )}
      {canEdit && state === 'closed' && offers > 0 && (
        <ActOnSession
          name={name}
          action={{ action: 'open', version, percent: 0, continuing: 'no', unpaid: 'no', offers, seats }}
          label={t('reopen')}
          text={t('open.text', { offers, seats })}
          aria-label={t('reopenOf', { name })}
          variant="bare"
          size="small"
        />
      )}
      {canEdit && state !== 'closed' && <ChangeSession session={session} />}
      {state !== 'planned' && (
        <Link href={`/admin/sessions/${name}`} aria-label={t('renewalsOf', { name })}>
          {t('renewals.title')}
        </Link>
      )}
      <Link href={ADMIN_COURSE_LIST.href({ session: name })}>{t('offersOf')}</Link>
    </span>
  );
}
