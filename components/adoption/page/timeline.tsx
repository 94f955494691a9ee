import { Disclosure } from '@/components/platform/ui/disclosure';
import { lastDayOf, type TimelineEntry } from '@/lib/adoption/detail-rules';
import { formatDate, formatDateTimeWithZone } from '@/lib/platform/dates';
import { formatINR } from '@/lib/platform/money';
import { langOf } from '@/lib/platform/i18n/script';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';

/**
 * What has happened to an adoption, in plain words, oldest first; the earlier steps are folded.
 * @param shown how many of the newest are not
 */
export async function Timeline({ steps, shown }: { steps: readonly TimelineEntry[]; shown: number }) {
  const t = await getTranslations('adoptionPage.timeline');
  // One step takes no more room than the line that would unfold it.
  const earlier = steps.length > shown + 1 ? steps.slice(0, -shown) : [];
  return (
    <>
      {earlier.length > 0 && (
        <Disclosure small summary={t('earlier', { count: earlier.length })}>
          <Steps steps={earlier} />
        </Disclosure>
      )}
      <Steps steps={steps.slice(earlier.length)} />
    </>
  );
}

async function Steps({ steps }: { steps: readonly TimelineEntry[] }) {
  const t = await getTranslations('adoptionPage.timeline');
  const locale = await getLocale();
  return (
    <ol className="grid border-s-2 border-line ps-4">
      {steps.map(({ event, at, person, amountPaise, tdsPaise, dueAt, seats, session }, index) => (
        <li key={index} className="py-1.5 text-small leading-snug">
          <time dateTime={at.toISOString()} className="block text-cap text-ink-2">
            {formatDateTimeWithZone(at, locale)}
          </time>
          {t(event, {
            amount: amountPaise === null ? '' : formatINR(amountPaise),
            tds: tdsPaise > 0 ? formatINR(tdsPaise) : 'none',
            date: dueAt ? formatDate(lastDayOf(dueAt), locale) : '',
            seats: seats ?? 0,
            session: session ?? 'none',
          })}
          {person && person !== steps[index - 1]?.person && (
            <span lang={langOf(person)} className="block text-cap wrap-anywhere text-ink-2">
              {person}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
