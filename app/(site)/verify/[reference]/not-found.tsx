import { ReferenceForm } from '@/components/adoption/reference/reference-form';
import { SitePage } from '@/components/platform/site/page';
import { Note } from '@/components/platform/ui/note';
import { getTranslations } from '@/lib/platform/i18n/server';

/** Shown for a reference without a verified adoption; the form keeps what was typed. */
export default async function UnknownReference() {
  const t = await getTranslations('verify');
  return (
    <SitePage className="wrap grid max-w-2xl content-start gap-5 py-8">
      <h1>{t('title')}</h1>
      <Note kind="warn">
        <p className="font-semibold">{t('unknown')}</p>
        <p>{t('unknownText')}</p>
      </Note>
      <ReferenceForm
        action="/verify"
        texts={{ label: t('reference'), hint: t('form.hint'), submit: t('form.submit') }}
      />
    </SitePage>
  );
}
