import { useTranslations } from 'use-intl';
import { DataTable, type Column } from '@/components/platform/ui/data-table';
import type { SessionStats } from '@/lib/admin/stats/rules';
import { formatCount } from '@/lib/platform/format-count';
import { formatINR } from '@/lib/platform/money';

const rupees = (paise: number) => formatINR(paise);

/** Adopted seats and their value by academic session. */
export function SeatsBySession({ sessions }: { sessions: readonly SessionStats[] }) {
  const t = useTranslations('stats.session');
  const tMonth = useTranslations('stats.month');
  const figure = (
    title: string,
    value: (session: SessionStats) => number,
    format: (value: number) => string,
  ): Column<SessionStats> => ({
    title,
    as: 'figure',
    cell: (session) => format(value(session)),
    sum: format(sessions.reduce((sum, session) => sum + value(session), 0)),
  });
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line pt-4">
      <h2 id="by-session" className="text-lead">
        {t('title')}
      </h2>
      <DataTable
        labelledBy="by-session"
        rows={sessions}
        rowKey={({ session }) => session}
        columns={[
          { title: t('name'), as: 'digits', cell: ({ session }) => session, sum: t('total') },
          figure(tMonth('seats'), ({ seats }) => seats, formatCount),
          figure(tMonth('value'), ({ valuePaise }) => valuePaise, rupees),
          figure(tMonth('paid'), ({ paidPaise }) => paidPaise, rupees),
          figure(tMonth('pledged'), ({ valuePaise, paidPaise }) => valuePaise - paidPaise, rupees),
        ]}
      />
    </section>
  );
}
