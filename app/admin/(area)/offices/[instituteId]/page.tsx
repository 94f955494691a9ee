import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { adminPage } from '@/components/admin/admin-page';
import { UndoPage } from '@/components/admin/offices/undo-page';
import { PageHead } from '@/components/admin/page-head';
import { AdminSection } from '@/components/admin/section';
import { PageHistory } from '@/components/office/page/page-history';
import { BackLink } from '@/components/platform/ui/back-link';
import { Link } from '@/components/platform/ui/link';
import { mayCall } from '@/lib/accounts/administrators/roles';
import { readAnyPage } from '@/lib/proposals/institute-pages/queries';
import * as endpoints from '@/lib/api/institute-pages';
import { institutePath } from '@/lib/catalogue/institute-path';
import { formatDateTime } from '@/lib/platform/dates';
import { getTranslator } from '@/lib/platform/i18n/server';
import { isUuid } from '@/lib/platform/uuid';

const t = getTranslator('en', 'offices');
export const metadata: Metadata = { title: t('history') };

type Props = { params: Promise<{ instituteId: string }> };

/** /admin/offices/{instituteId}: what changed on the page of an institute; the catalogue role undoes it. */
export default adminPage(async (scope, { params }: Props) => {
  const { instituteId } = await params;
  const page = isUuid(instituteId) ? await readAnyPage(scope, instituteId) : null;
  if (!page) notFound();
  const { id, name, city, version, history } = page;
  return (
    <>
      <div className="grid gap-1">
        <BackLink href="/admin/offices">{t('title')}</BackLink>
        <PageHead title={`${name}, ${city}`}>
          <Link href={institutePath(id)} className="text-link underline underline-offset-4">
            {t('public')}
          </Link>
        </PageHead>
      </div>
      <AdminSection id="history" title={t('history')}>
        <PageHistory
          history={history}
          isNamed
          action={({ id: entry, at, isWhole }) =>
            isWhole &&
            mayCall(scope, endpoints.undoPage) && (
              <UndoPage instituteId={id} version={version} entry={entry} at={formatDateTime(at)} />
            )
          }
        />
      </AdminSection>
    </>
  );
});
