import type { Metadata } from 'next';
import { EntryPage } from '@/components/admin/entry-page';
import { SetPasswordForm } from '@/components/admin/set-password-form';
import { OfficeLanguage } from '@/components/office/office-bar';
import { getTranslations } from '@/lib/platform/i18n/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('staff'))('setPassword.title') };
}

/** /office/set-password#token: sets the password of the account in an office that the link was sent to. */
export default async function OfficePasswordPage() {
  const t = await getTranslations('staff');
  const lead = (await getTranslations('office'))('setPassword.lead');
  return (
    <EntryPage title={t('setPassword.title')} lead={lead} tools={<OfficeLanguage />}>
      <SetPasswordForm login="/office/login" />
    </EntryPage>
  );
}
