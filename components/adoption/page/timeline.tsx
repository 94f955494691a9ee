import { Disclosure } from '@/components/platform/ui/disclosure';
import { cn } from '@/components/platform/ui/cn';
import { lastDayOf, type AdoptionDetail, type TimelineEntry } from '@/lib/adoption/read/detail-rules';
import { getNames } from '@/lib/catalogue/localized-names';
import { instituteKeyOf, instituteWithCity, offerTexts, type OfferNames } from '@/lib/catalogue/names';
import { formatDate, indianDay } from '@/lib/platform/dates';
import { formatINR } from '@/lib/platform/money';
import { langOf } from '@/lib/platform/i18n/script';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import type { NamedProgress } from '@/lib/register/progress-queries';
import { studentSteps, type StudentStep } from '@/lib/register/progress-view';

/** Institutes that a step names. */
const NAMED = 2;

type TimelineProps = {
  adoption: Pick<AdoptionDetail, 'timeline' | 'instalments' | 'continuedBy'>;
  /** Its lines with their students; none while no seats are adopted. */
  lines: readonly NamedProgress[];
  /** How many of the newest steps are not folded. */
  shown: number;
};

type Step = { at: Date; text: string; person: string | null; isLate: boolean };

/**
 * What has happened to an adoption and to its students, in plain words and in the order of days, oldest first, and the parts that
 * are still to be paid. The earlier steps, and all later ones but the next, are folded.
 */
export async function Timeline({ adoption, lines, shown }: TimelineProps) {
  const t = await getTranslations('adoptionPage.timeline');
  const steps = await stepsOf(adoption, lines);
  const now = new Date();
  const next = steps.findIndex(({ at }) => at > now);
  const past = next < 0 ? steps.length : next;
  // One step takes no more room than the line that would unfold it.
  const from = past > shown + 1 ? past - shown : 0;
  const to = steps.length > past + 2 ? past + 1 : steps.length;
  return (
    <>
      {from > 0 && (
        <Disclosure small summary={t('earlier', { count: from })}>
          <Steps steps={steps.slice(0, from)} />
        </Disclosure>
      )}
      <Steps steps={steps.slice(from, to)} />
      {to < steps.length && (
        <Disclosure small summary={t('later', { count: steps.length - to })}>
          <Steps steps={steps.slice(to)} />
        </Disclosure>
      )}
    </>
  );
}

async function stepsOf(
  { timeline, instalments, continuedBy }: TimelineProps['adoption'],
  lines: readonly NamedProgress[],
): Promise<Step[]> {
  const [t, names, locale] = [await getTranslations('adoptionPage.timeline'), await getNames(), await getLocale()];
  const kindOf = await getTranslations('adoptionPage.progress.report.kind');
  const offer = (of: OfferNames | undefined) => (of ? offerTexts(names, of).join(', ') : '');
  const textOf = ({ event, amountPaise, tdsPaise, dueAt, seats, session, moved }: TimelineEntry) =>
    t(event, {
      amount: amountPaise === null ? '' : formatINR(amountPaise),
      tds: tdsPaise > 0 ? formatINR(tdsPaise) : 'none',
      date: dueAt ? formatDate(lastDayOf(dueAt), locale) : '',
      seats: seats ?? 0,
      session: session ?? 'none',
      from: offer(moved?.from),
      to: offer(moved?.to),
    });
  const isOne = new Set(lines.map(instituteKeyOf)).size === 1;
  const studentsText = ({ kind, report, institutes }: StudentStep) => {
    const named = institutes
      .slice(0, NAMED)
      .map(({ institute, instituteHindi, city }) => instituteWithCity(names, institute, instituteHindi, city));
    // Of one institute the progress says the name.
    const where = isOne ? '' : t('students.where', { names: named.join('; '), more: institutes.length - named.length });
    return t(`students.${kind}`, { where, report: report ? kindOf(report) : '' });
  };
  const step = (at: Date, text: string, more: Partial<Step> = {}): Step => ({
    at,
    text,
    person: null,
    isLate: false,
    ...more,
  });
  const steps = [
    ...timeline.map((entry) => step(entry.at, textOf(entry), { person: entry.person })),
    ...studentSteps(lines).map((each) => step(each.at, studentsText(each), { isLate: each.kind === 'late' })),
    ...continuedBy.map(({ at, session, reference }) => step(at, t('renewed', { session, reference }))),
    ...instalments.flatMap(({ on, missingPaise }, index) =>
      missingPaise > 0 ? [step(indianDay(on), t('part', { number: index + 1, amount: formatINR(missingPaise) }))] : [],
    ),
  ];
  // A stable sort: what happened at one time stays in the order of its record.
  return steps.sort((a, b) => a.at.getTime() - b.at.getTime());
}

async function Steps({ steps }: { steps: readonly Step[] }) {
  const locale = await getLocale();
  const dayOf = ({ at }: Step) => formatDate(at, locale);
  return (
    <ol className="grid border-s-2 border-line ps-4">
      {steps.map((step, index) => {
        const { at, text, person, isLate } = step;
        const before = steps[index - 1];
        return (
          <li key={index} className="py-1 text-small leading-snug">
            {(!before || dayOf(before) !== dayOf(step)) && (
              <time dateTime={at.toISOString()} className="block pt-1 text-cap text-ink-2">
                {dayOf(step)}
              </time>
            )}
            <span className={cn('wrap-anywhere', isLate && 'text-warn')}>{text}</span>
            {person && person !== before?.person && (
              <span lang={langOf(person)} className="block text-cap wrap-anywhere text-ink-2">
                {person}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
