import type { Metadata } from 'next';
import { PageHead } from '@/components/admin/page-head';
import { AdminShell } from '@/components/admin/shell';
import { getTranslator } from '@/lib/i18n/server';

const t = getTranslator('en', 'admin.billing');

export const metadata: Metadata = { title: t('title') };

/** /admin/billing: a placeholder without data or calls, the same for everybody (R-ADMIN-20, A-29, A-78). */
export default function BillingPage() {
  return (
    <AdminShell>
      <PageHead title={t('title')} />
      <p>{t('text')}</p>
    </AdminShell>
  );
}
