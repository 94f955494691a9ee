import { TEXT_TOPICS, textIn, type InstituteTexts } from '@/lib/catalogue/institute-texts';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';

/** What the office of an institute says about it; nothing if it says nothing. */
export async function StatedTexts({ texts }: { texts: InstituteTexts }) {
  const locale = await getLocale();
  const stated = TEXT_TOPICS.flatMap((topic) => {
    const found = textIn(texts, topic, locale);
    return found ? [{ topic, ...found }] : [];
  });
  if (stated.length === 0) return null;
  const t = await getTranslations('institute.stated');
  return (
    <section aria-labelledby="stated" className="grid content-start gap-3">
      <h2 id="stated" className="border-b-2 border-ink pb-1 text-h3">
        {t('title')}
      </h2>
      <p className="text-small text-ink-2">{t('by')}</p>
      {stated.map(({ topic, text, lang }) => (
        <div key={topic} className="grid gap-1">
          <h3 className="text-body">{t(topic)}</h3>
          <p lang={lang} className="max-w-prose wrap-anywhere whitespace-pre-line">
            {text}
          </p>
        </div>
      ))}
    </section>
  );
}
