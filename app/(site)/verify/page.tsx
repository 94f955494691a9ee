import type { Metadata } from 'next';
import { EXAMPLE_REFERENCE, ReferenceEntry } from '@/components/adoption/reference/reference-entry';
import { getTranslations } from '@/lib/platform/i18n/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('verify'))('title'), robots: { index: false } };
}

type VerifyFormProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** /verify: asks for the reference that a document bears. */
export default async function VerifyFormPage({ searchParams }: VerifyFormProps) {
  const t = await getTranslations('verify');
  return (
    <ReferenceEntry
      action="/verify"
      title={t('title')}
      text={t('form.text', { example: EXAMPLE_REFERENCE })}
      submit={t('form.submit')}
      params={await searchParams}
    />
  );
}
