import type { Metadata } from 'next';
import { EntryPage } from '@/components/admin/entry-page';
import { ForgotForm } from '@/components/office/forgot-form';
import { OfficeLanguage } from '@/components/office/office-bar';
import { Link } from '@/components/platform/ui/link';
import { getTranslations } from '@/lib/platform/i18n/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('office'))('forgot.title') };
}

/** /office/forgot-password: sends a link that sets a new password. */
export default async function OfficeForgotPage() {
  const t = await getTranslations('office');
  return (
    <EntryPage title={t('forgot.title')} lead={t('forgot.lead')} tools={<OfficeLanguage />}>
      <ForgotForm />
      <Link href="/office/login" className="justify-self-start text-small text-link underline underline-offset-4">
        {t('forgot.login')}
      </Link>
    </EntryPage>
  );
}
