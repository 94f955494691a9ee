import type { Metadata } from 'next';
import { EntryPage } from '@/components/admin/entry-page';
import { SetPasswordForm } from '@/components/admin/set-password-form';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'staff.setPassword');
const lead = getTranslator('en', 'admin.setPassword')('lead');

export const metadata: Metadata = { title: t('title') };

/** /admin/set-password#token: sets the password of the administrator whom the link was made for. */
export default function SetPasswordPage() {
  return (
    <EntryPage title={t('title')} lead={lead}>
      <SetPasswordForm login="/admin/login" />
    </EntryPage>
  );
}
