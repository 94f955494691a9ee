import type { Metadata } from 'next';
import { EXAMPLE_REFERENCE, ReferenceEntry } from '@/components/adoption/reference/reference-entry';
import { getTranslations } from '@/lib/platform/i18n/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('adoptionPage.access'))('find'), robots: { index: false } };
}

type FindProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** /adoptions: asks for the reference of an adoption that was made without an account. */
export default async function FindAdoptionPage({ searchParams }: FindProps) {
  const t = await getTranslations('adoptionPage.access');
  return (
    <ReferenceEntry
      action="/adoptions"
      title={t('find')}
      text={t('findText', { example: EXAMPLE_REFERENCE })}
      submit={t('open')}
      params={await searchParams}
    />
  );
}
