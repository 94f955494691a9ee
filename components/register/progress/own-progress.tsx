import { Link } from '@/components/platform/ui/link';
import { groupBy } from '@/lib/platform/group-by';
import { getTranslations } from '@/lib/platform/i18n/server';
import { totalOf } from '@/lib/published/progress';
import type { NamedProgress } from '@/lib/register/progress-queries';
import { byInstitute } from '@/lib/register/progress-view';
import { SeatKey } from './drawn-seats';
import { Institutes } from './institutes';
import { Overall, Sums } from './sums';

/** Institutes that are shown at once. */
const SHOWN = 3;

/** The students on all adopted seats of an account, in all and by institute; nothing while it has no adopted seats. */
export async function OwnProgress({ lines }: { lines: readonly NamedProgress[] }) {
  if (lines.length === 0) return null;
  const t = await getTranslations('adoptionPage.progress');
  const institutes = byInstitute(lines);
  return (
    <section id="progress" aria-labelledby="progress-title" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="progress-title">{t('title')}</h2>
      <Overall lines={lines} institutes={institutes} />
      {institutes.length > 0 && (
        <>
          <Institutes institutes={institutes} shown={SHOWN}>
            {({ lines: own }) => (
              <>
                <Sums lines={own} />
                <p className="flex flex-wrap gap-x-4">
                  {[...groupBy(own, ({ billingId }) => billingId).values()].map(([line]) => (
                    <Link
                      key={line!.billingId}
                      href={`/dashboard/adoptions/${line!.billingId}#progress`}
                      className="py-1 text-link underline"
                    >
                      {line!.reference}
                    </Link>
                  ))}
                </p>
              </>
            )}
          </Institutes>
          <SeatKey drawn={institutes.map(({ lines: own }) => totalOf(own))} />
        </>
      )}
    </section>
  );
}
