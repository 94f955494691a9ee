'use client';

import { useTranslations } from 'use-intl';
import { AdoptionLink } from '@/components/admin/adoptions/adoption-link';
import { Moment } from '@/components/admin/moment';
import { DataTable } from '@/components/platform/ui/data-table';
import { Link } from '@/components/platform/ui/link';
import { StatusTag } from '@/components/platform/ui/status-tag';
import type { ListedMove } from '@/lib/admin/moves/queries';
import { MOVE_LIST } from '@/lib/admin/moves/schema';
import { lastDayOf } from '@/lib/adoption/read/detail-rules';
import { formatCount } from '@/lib/platform/format-count';
import { formatINR } from '@/lib/platform/money';
import { unpackRows, type PackedRows } from '@/lib/platform/packed-rows';
import { WithdrawMove } from './withdraw-move';

const TAGS = {
  open: ['Hourglass', 'warn'],
  accepted: ['CircleCheck', 'ok'],
  declined: ['Undo2', 'error'],
  lapsed: ['TimerOff', 'error'],
  withdrawn: ['Ban', 'muted'],
} as const satisfies Record<ListedMove['state'], unknown>;

/** Proposals to move adopted seats, each with its answer, and what can be done about it. A client component, so that the page carries each row once. */
export function MoveTable({
  labelledBy,
  rows,
  canAct,
}: {
  labelledBy: string;
  rows: PackedRows<ListedMove>;
  canAct: boolean;
}) {
  const t = useTranslations('moves');
  return (
    <DataTable
      labelledBy={labelledBy}
      rows={unpackRows(rows)}
      rowKey={({ id }) => id}
      columns={[
        { title: t('column.reference'), as: 'name', cell: ({ reference }) => <AdoptionLink reference={reference} /> },
        { title: t('column.company'), as: 'name', cell: ({ company }) => company },
        { title: t('column.seats'), as: 'figure', cell: ({ seats }) => formatCount(seats) },
        { title: t('column.from'), as: 'long', cell: ({ from }) => from.title },
        { title: t('column.to'), as: 'long', cell: ({ to }) => to.title },
        { title: t('column.difference'), as: 'figure', cell: ({ differencePaise }) => formatINR(differencePaise) },
        {
          title: t('column.state'),
          cell: ({ state }) => (
            <StatusTag icon={TAGS[state][0]} tone={TAGS[state][1]} small>
              {t(`state.${state}`)}
            </StatusTag>
          ),
        },
        {
          title: t('column.until'),
          as: 'moment',
          cell: ({ until, endedAt }) => <Moment at={endedAt ?? lastDayOf(until)} />,
        },
        canAct && {
          title: t('column.actions'),
          as: 'actions',
          cell: ({ id, reference, state, isBack, from }) => (
            <div>
              {isBack && (
                <Link href={MOVE_LIST.href({ course: from.id })} aria-label={t('againOf', { reference })}>
                  {t('again')}
                </Link>
              )}
              {(state === 'open' || isBack) && <WithdrawMove id={id} reference={reference} isOpen={state === 'open'} />}
            </div>
          ),
        },
      ]}
    />
  );
}
