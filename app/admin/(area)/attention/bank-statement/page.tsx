import type { Metadata } from 'next';
import { adminPage } from '@/components/admin/admin-page';
import { StatementPanel } from '@/components/admin/attention/statement-panel';
import { PageHead } from '@/components/admin/page-head';
import { BackLink } from '@/components/platform/ui/back-link';
import * as endpoints from '@/lib/api/receipts';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'attention.statement');
export const metadata: Metadata = { title: t('title') };

/** /admin/attention/bank-statement: choose a file, and record its credits one by one. */
export default adminPage(
  async () => (
    <>
      <div className="grid gap-1">
        <BackLink href="/admin/attention">{t('back')}</BackLink>
        <PageHead title={t('title')} />
      </div>
      <p className="max-w-prose text-small text-ink-2">{t('about')}</p>
      <StatementPanel />
    </>
  ),
  endpoints.readBankStatement,
);
