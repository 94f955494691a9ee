import { Lock } from 'lucide-react';
import { SeatField } from '@/components/catalogue/seat/seat-field';
import { COURSE_TYPE_SLUGS } from '@/lib/catalogue/schema';
import { getTranslations } from '@/lib/platform/i18n/server';

/** The same ten seats at each of the four steps. */
const STEPS = [
  { step: 'select', taken: 0, yours: 0 },
  { step: 'region', taken: 3, yours: 0 },
  { step: 'configure', taken: 3, yours: 4 },
  { step: 'secure', taken: 3, yours: 4 },
] as const;

/** The four steps of an adoption. */
export async function Steps() {
  const t = await getTranslations('landing.steps');
  return (
    <section aria-labelledby="steps-title" className="bg-sunken py-12">
      <div className="wrap">
        <h2 id="steps-title" className="mb-6">
          {t('title')}
        </h2>
        <ol
          className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-6"
          data-type={COURSE_TYPE_SLUGS['B.Tech']}
        >
          {STEPS.map(({ step, taken, yours }, i) => (
            <li key={step} className="border-t-2 border-ink pt-4">
              <span className="flex h-3.5 items-center gap-3 text-type [--seat-open:var(--t)]">
                <SeatField total={10} taken={taken} yours={yours} unit={2} />
                {step === 'secure' && <Lock aria-hidden className="size-5" />}
              </span>
              <h3 className="mt-3">
                <span aria-hidden>{i + 1}. </span>
                {t(step)}
              </h3>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
