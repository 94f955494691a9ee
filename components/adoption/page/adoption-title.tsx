import { getTranslations } from '@/lib/platform/i18n/server';

/** The heading of an adoption's page; its reference does not break at the hyphens. */
export async function AdoptionTitle({ reference }: { reference: string }) {
  const t = await getTranslations('adoptionPage');
  return (
    <h1>
      {t.rich('title', {
        reference,
        nowrap: (text) => <span className="inline-block max-w-full wrap-anywhere">{text}</span>,
      })}
    </h1>
  );
}
