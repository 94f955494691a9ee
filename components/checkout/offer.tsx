import { langOf } from '@/lib/platform/i18n/script';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { readSettings } from '@/lib/settings/queries';
import { writtenIn } from '@/lib/settings/schema';

const PARTS = ['covers', 'duration', 'recipient', 'leaving'] as const;

/** What a seat buys, as the administrators describe it in the settings; nothing until they do. */
export async function Offer() {
  const locale = await getLocale();
  const t = await getTranslations('adoptionPage.offer');
  const offer = await readSettings('offer');
  const parts = PARTS.map((part) => [part, writtenIn(locale, offer[part])] as const).filter(([, text]) => text !== '');
  if (parts.length === 0) return null;
  return (
    <section aria-labelledby="offer" className="grid gap-2 border-y border-line py-4">
      <h2 id="offer" className="text-h3">
        {t('title')}
      </h2>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {parts.map(([part, text]) => (
          <div key={part}>
            <dt className="text-small font-semibold">{t(part)}</dt>
            <dd lang={langOf(text)} className="text-small wrap-anywhere whitespace-pre-line text-ink-2">
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
