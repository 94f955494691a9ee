import type { Metadata } from 'next';
import { PageHead } from '@/components/admin/page-head';
import { AdminShell } from '@/components/admin/shell';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'admin.billing');

export const metadata: Metadata = { title: t('title') };

/** /admin/billing: a static placeholder without data or API calls, required by the specification. */
export default function BillingPage() {
  return (
    <AdminShell>
      <PageHead title={t('title')} />
      <p>{t('text')}</p>
    </AdminShell>
  );
}
