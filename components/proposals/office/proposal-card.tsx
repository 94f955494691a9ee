import { StatusTag } from '@/components/platform/ui/status-tag';
import type { OwnProposal } from '@/lib/proposals/queries';
import { changeText } from '@/lib/catalogue/proposals';
import { getNames } from '@/lib/catalogue/localized-names';
import { offerText } from '@/lib/catalogue/rules';
import { formatDate } from '@/lib/platform/dates';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { WithdrawButton } from './withdraw-button';

const TAGS = {
  open: { icon: 'Hourglass', tone: 'warn' },
  accepted: { icon: 'CircleCheck', tone: 'ok' },
  refused: { icon: 'Ban', tone: 'error' },
  withdrawn: { icon: 'Undo2', tone: 'muted' },
} as const;

type ProposalCardProps = {
  proposal: OwnProposal;
  /** Whether the reader may withdraw it. */
  canWithdraw: boolean;
  /** Whether to name the institute. */
  isNamed: boolean;
};

/** A proposal of the office with its state. */
export async function ProposalCard({ proposal, canWithdraw, isNamed }: ProposalCardProps) {
  const { id, state, change, institute, instituteHindi, note, reason, proposedBy, proposedAt, answeredAt } = proposal;
  const [t, common, names] = [
    await getTranslations('office.proposals'),
    await getTranslations('common'),
    await getNames(),
  ];
  const locale = await getLocale();
  const day = (date: Date) => formatDate(date, locale);
  const course = `${names.type(change.courseType)} · ${names.branch(change.branch, change.branchHindi)}`;
  const text = changeText((kind, values) => t(`change.${kind}`, values), change);
  const made = proposedBy
    ? t('made', { day: day(proposedAt), who: proposedBy })
    : t('madeOnly', { day: day(proposedAt) });
  return (
    <li className="grid content-start gap-1 rounded-2 border border-line bg-surface p-4 text-small">
      <div className="flex flex-wrap items-start gap-2">
        <p className="me-auto min-w-0 font-semibold wrap-anywhere">{course}</p>
        <StatusTag {...TAGS[state]} small>
          {t(`state.${state}`)}
        </StatusTag>
      </div>
      <p className="wrap-anywhere text-ink-2">
        {[offerText(common, change, true), isNamed && names.institute(institute, instituteHindi)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className="font-semibold wrap-anywhere">{text}</p>
      {reason && <p className="wrap-anywhere">{t('reason', { reason })}</p>}
      {note && <p className="wrap-anywhere text-ink-2">{t('note', { note })}</p>}
      <p className="wrap-anywhere text-ink-2">
        {[made, answeredAt && t(state === 'withdrawn' ? 'withdrawn' : 'answered', { day: day(answeredAt) })]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {canWithdraw && state === 'open' && (
        <div className="mt-1">
          <WithdrawButton id={id} course={course} change={text} />
        </div>
      )}
    </li>
  );
}
