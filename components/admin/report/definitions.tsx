import { Disclosure } from '@/components/platform/ui/disclosure';
import { FIGURES } from '@/lib/admin/report/schema';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'report');

/** What each figure is. */
export function Definitions() {
  return (
    <Disclosure small summary={t('definition.title')}>
      <dl className="grid max-w-prose gap-2 text-small">
        {FIGURES.map((figure) => (
          <div key={figure} className="grid gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
            <dt className="font-semibold">{t(`figure.${figure}`)}</dt>
            <dd className="text-ink-2">{t(`definition.${figure}`)}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
