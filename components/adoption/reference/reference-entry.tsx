import { redirect } from 'next/navigation';
import { SitePage } from '@/components/platform/site/page';
import { mayBeReference, normalReference } from '@/lib/adoption/core/reference';
import { getTranslations } from '@/lib/platform/i18n/server';
import type { GivenParams } from '@/lib/platform/search-params';
import { ReferenceForm } from './reference-form';

/** As it is printed. */
export const EXAMPLE_REFERENCE = 'SA-7K2M-Q4XT-90BD';

type ReferenceEntryProps = {
  action: '/adoptions' | '/verify';
  title: string;
  text: string;
  submit: string;
  /** Of the page: `reference` is opened, `typed` only put into the field. */
  params: Exclude<GivenParams, URLSearchParams>;
};

/** A page that asks for a reference and leads to the page of that reference, below `action`. */
export async function ReferenceEntry({ action, title, text, submit, params }: ReferenceEntryProps) {
  const t = await getTranslations('verify');
  const [asked, typed] = [params.reference, params.typed].map((value) => (typeof value === 'string' ? value : ''));
  const reference = normalReference(asked!);
  if (mayBeReference(reference)) redirect(`${action}/${encodeURIComponent(reference)}`);
  return (
    <SitePage className="wrap grid max-w-2xl content-start gap-5 py-8">
      <h1>{title}</h1>
      <p>{text}</p>
      <ReferenceForm
        action={action}
        texts={{ label: t('reference'), hint: t('form.hint'), submit }}
        typed={asked || typed}
        error={asked ? t('form.wrong', { example: EXAMPLE_REFERENCE }) : undefined}
      />
    </SitePage>
  );
}
