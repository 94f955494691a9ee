import { AdoptionLink } from '@/components/admin/adoptions/adoption-link';
import { SecondStep } from '@/components/admin/adoptions/second-step';
import { DescriptionList } from '@/components/admin/users-and-billings/description-list';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import { Note } from '@/components/platform/ui/note';
import { StatusTag } from '@/components/platform/ui/status-tag';
import type { ShownEntry } from '@/lib/entries/schema';
import { formatDateTime } from '@/lib/platform/dates';
import { formatINR } from '@/lib/platform/money';
import { getTranslator } from '@/lib/platform/i18n/server';
import { DecideEntry } from './act-on-entry';

const t = getTranslator('en', 'entries');

const TAGS = {
  waiting: ['Hourglass', 'warn'],
  confirmed: ['CircleCheck', 'ok'],
  refused: ['Ban', 'muted'],
} as const;

type EntryCardProps = {
  entry: ShownEntry;
  /** Whether the viewer may confirm, refuse and correct entries. */
  canEdit: boolean;
};

/** An entry with everything that the second administrator compares with the paper. */
export function EntryCard({ entry, canEdit }: EntryCardProps) {
  const { state, sponsor, lines, totalPaise, keptUntil, isOver, decidedAt } = entry;
  const [icon, tone] = TAGS[state];
  const seats = lines.reduce((sum, line) => sum + line.seats, 0);
  const amount = formatINR(totalPaise);
  const who = (name: string) => name || t('gone');
  return (
    <article
      aria-labelledby={`entry-${entry.id}`}
      className="grid gap-3 rounded-2 border border-line bg-surface px-4 py-3"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id={`entry-${entry.id}`} className="font-semibold wrap-anywhere">
          {sponsor.company}
        </h3>
        <StatusTag icon={icon} tone={tone} small>
          {t(`state.${state}`)}
        </StatusTag>
        {entry.reference !== null && <AdoptionLink reference={entry.reference} />}
      </div>
      <DescriptionList
        items={[
          [t('field.paper'), entry.paperReference],
          [t('field.fullName'), sponsor.fullName],
          [t('field.email'), sponsor.email],
          [t('field.phone'), sponsor.phone],
          [t('field.designation'), sponsor.designation || t('field.none')],
          [t('field.industry'), sponsor.industry || t('field.none')],
          [t('field.locale'), t(entry.locale)],
          [t('field.note'), entry.note || t('field.none')],
        ]}
      />
      <ul aria-label={t('lines')} className="text-small">
        {lines.map(({ id, course, session, studyYear: year, seats: count, pricePaise, nowPaise }) => (
          <li key={id}>
            {t('line', { seats: count, course, session, year, price: formatINR(pricePaise) })}
            {state === 'waiting' && nowPaise !== pricePaise && (
              <strong className="text-error">{` (${t('now', { price: formatINR(nowPaise) })})`}</strong>
            )}
          </li>
        ))}
      </ul>
      <p className="text-small font-semibold">{t('total', { seats, amount })}</p>
      {isOver && <Note kind="warn">{t('over', { until: formatDateTime(keptUntil!) })}</Note>}
      <p className="text-small wrap-anywhere text-ink-2">
        {t('entered', { who: who(entry.enteredBy), at: formatDateTime(entry.enteredAt) })}
        {keptUntil !== null && !isOver && <span> {t('kept', { until: formatDateTime(keptUntil) })}</span>}
        {decidedAt !== null && (
          <span className="block">
            {t('decided', { state, who: who(entry.decidedBy), at: formatDateTime(decidedAt), reason: entry.answer })}
          </span>
        )}
      </p>
      {state === 'waiting' && canEdit && <Actions entry={entry} seats={seats} amount={amount} />}
    </article>
  );
}

function Actions({ entry, seats, amount }: { entry: ShownEntry; seats: number; amount: string }) {
  const { id, version, sponsor, needsOther } = entry;
  const { company, email } = sponsor;
  const about = { id, version, company };
  return (
    <SecondStep isOwn={needsOther} id={id} text={t('own')}>
      <DecideEntry
        action="confirm"
        entry={about}
        text={t('confirm.text', { seats, amount, email })}
        refusedBy={needsOther ? `own-${id}` : undefined}
      />
      <DecideEntry action="refuse" entry={about} text={t('refuse.text')} />
      <Button asChild variant="line" size="small">
        <Link href={`/admin/entries/new?correct=${id}`} aria-label={t('correct.of', { company })}>
          {t('correct.button')}
        </Link>
      </Button>
    </SecondStep>
  );
}
