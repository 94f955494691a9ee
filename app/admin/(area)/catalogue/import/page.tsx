import type { Metadata } from 'next';
import { adminPage } from '@/components/admin/admin-page';
import { ExpectedColumns } from '@/components/admin/catalogue-import/expected-columns';
import { ImportPanel } from '@/components/admin/catalogue-import/import-panel';
import { PageHead } from '@/components/admin/page-head';
import { BackLink } from '@/components/platform/ui/back-link';
import * as endpoints from '@/lib/api/administration';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'catalogueImport');
export const metadata: Metadata = { title: t('title') };

/** /admin/catalogue/import: choose a file, preview the changes, apply them. */
export default adminPage(
  async () => (
    <>
      <div className="grid gap-1">
        <BackLink href="/admin/catalogue">{t('back')}</BackLink>
        <PageHead title={t('title')} />
      </div>
      <ImportPanel />
      <ExpectedColumns />
    </>
  ),
  endpoints.importCatalogue,
);
