import { Disclosure } from '@/components/platform/ui/disclosure';
import { Link } from '@/components/platform/ui/link';
import { groupBy } from '@/lib/platform/group-by';
import { getTranslations } from '@/lib/platform/i18n/server';
import { totalOf } from '@/lib/published/progress';
import type { NamedProgress } from '@/lib/register/progress-queries';
import { totalTexts } from '@/lib/published/progress-texts';
import { SeatKey } from './drawn-seats';
import { Sums } from './sums';

/** Adoptions that are shown at once. */
const SHOWN = 3;

/** The students on all adopted seats of an account, in all and by adoption; nothing while it has no adopted seats. */
export async function OwnProgress({ lines }: { lines: readonly NamedProgress[] }) {
  if (lines.length === 0) return null;
  const t = await getTranslations('adoptionPage.progress');
  const total = totalOf(lines);
  const adoptions = [...groupBy(lines, ({ billingId }) => billingId).values()];
  const entry = (adoptionLines: readonly NamedProgress[]) => {
    const [{ billingId, reference }] = adoptionLines as [NamedProgress];
    return (
      <li key={billingId} className="grid gap-1 border-b border-line py-3 text-small last:border-b-0">
        <Link href={`/dashboard/adoptions/${billingId}#progress`} className="justify-self-start text-link underline">
          {reference}
        </Link>
        <Sums lines={adoptionLines} />
      </li>
    );
  };
  return (
    <section id="progress" aria-labelledby="progress-title" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="progress-title">{t('title')}</h2>
      {total.reported === 0 ? (
        <p className="text-small text-ink-2">{totalTexts(t, total, []).join(' ')}</p>
      ) : (
        <>
          {adoptions.length > 1 && (
            <div className="grid gap-1 font-semibold">
              <Sums lines={lines} />
            </div>
          )}
          <ul className="border-t-2 border-ink">{adoptions.slice(0, SHOWN).map(entry)}</ul>
          {adoptions.length > SHOWN && (
            <Disclosure small summary={t('more', { count: adoptions.length - SHOWN })}>
              <ul>{adoptions.slice(SHOWN).map(entry)}</ul>
            </Disclosure>
          )}
          <SeatKey drawn={[total, ...adoptions.map(totalOf)]} />
        </>
      )}
    </section>
  );
}
