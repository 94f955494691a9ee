import { Fields } from '@/components/admin/fields';
import { DataTable } from '@/components/platform/ui/data-table';
import { problemText } from '@/lib/catalogue-import/problem-texts';
import type { ShownProposal } from '@/lib/proposals/queries';
import { changedKinds } from '@/lib/catalogue/proposals';
import { formatDateTime } from '@/lib/platform/dates';
import { formatCount } from '@/lib/platform/format-count';
import { getTranslator } from '@/lib/platform/i18n/server';
import { formatINR } from '@/lib/platform/money';
import { placeOf } from '@/lib/platform/place-of';

const t = getTranslator('en', 'proposals');
const courses = getTranslator('en', 'adminCourses');

type ProposalTableProps = {
  labelledBy: string;
  rows: readonly ShownProposal[];
  /** Whether the viewer may accept and refuse proposals. */
  canDecide: boolean;
};

/** Proposals with what changes; open ones have a checkbox, for DecideProposals. */
export function ProposalTable({ labelledBy, rows, canDecide }: ProposalTableProps) {
  return (
    <DataTable
      labelledBy={labelledBy}
      rows={rows}
      rowKey={({ id }) => id}
      selection={canDecide && choiceOf}
      columns={[
        {
          title: t('column.institute'),
          as: 'name',
          className: 'font-semibold',
          cell: ({ institute, city }) => placeOf(institute, city),
        },
        {
          title: t('column.course'),
          as: 'long',
          cell: ({ change: { courseType, branch, session, studyYear: year } }) =>
            `${courseType}, ${branch}, ${courses('sessionAndYear', { session, year })}`,
        },
        { title: t('column.change'), as: 'long', cell: Change },
        { title: t('column.note'), as: 'long', cell: ({ note }) => note },
        {
          title: t('column.made'),
          as: 'long',
          cell: ({ proposedAt, proposedBy }) =>
            t('madeBy', { at: formatDateTime(proposedAt), who: proposedBy ?? t('nobody') }),
        },
        { title: t('column.state'), as: 'long', cell: State },
      ]}
    />
  );
}

/** Only an open proposal can be chosen. */
const choiceOf = ({ id, state, institute, change }: ShownProposal) => {
  if (state !== 'open') return null;
  const kinds = changedKinds(change).map((kind) => t(`change.${kind}`));
  return { value: id, label: t('choose', { institute, course: change.branch, kind: kinds.join(', ') }) };
};

function Change({ change, problem }: ShownProposal) {
  const { totalSeats, pricePaise, oldSeats, oldPaise, years } = change;
  const [seats, price] = [formatCount(totalSeats ?? 0), formatINR(pricePaise ?? 0)];
  const values = {
    seats: [formatCount(oldSeats ?? 0), seats] as const,
    price: [formatINR(oldPaise ?? 0), price] as const,
    close: [t('change.yes'), t('change.no')] as const,
    branch: [null, t('change.new', { count: totalSeats ?? 0, seats, price, years: years ?? 0 })] as const,
  };
  return (
    <>
      <Fields fields={changedKinds(change).map((kind) => [`${t(`change.${kind}`)}:`, ...values[kind]])} to={t('to')} />
      {problem && <p className="text-error">{t('changed', { problem: problemText(problem) })}</p>}
    </>
  );
}

function State({ state, answeredAt, answeredBy, reason }: ShownProposal) {
  if (answeredAt === null) return t('state.open');
  const values = { state: t(`state.${state}`), at: formatDateTime(answeredAt), who: answeredBy ?? t('nobody') };
  return [t('answeredBy', values), reason].filter(Boolean).join(': ');
}
