import type { Metadata } from 'next';
import { PageHead } from '@/components/admin/page-head';
import { AdminSection } from '@/components/admin/section';
import { officePage } from '@/components/office/office-page';
import { PageForm } from '@/components/office/page/page-form';
import { PageHistory } from '@/components/office/page/page-history';
import { Link } from '@/components/platform/ui/link';
import { mayCall } from '@/lib/accounts/administrators/roles';
import { readOwnPage } from '@/lib/proposals/institute-pages/queries';
import * as endpoints from '@/lib/api/institute-pages';
import { institutePath } from '@/lib/catalogue/institute-path';
import { instituteWithCity } from '@/lib/catalogue/names';
import { getNames } from '@/lib/catalogue/localized-names';
import { getTranslations } from '@/lib/platform/i18n/server';

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('office'))('page.title') };
}

const LINK = 'inline-flex min-h-tap items-center text-link underline underline-offset-4';

/** /office/page: what the office says on the public page of an institute, by default of its first one; heads change it. */
export default officePage<Props>(async (scope, { searchParams }) => {
  const { institute: wanted } = await searchParams;
  const [t, names] = [await getTranslations('office.page'), await getNames()];
  const chosen = scope.institutes.find(({ id }) => id === wanted) ?? scope.institutes[0]!;
  const page = (await readOwnPage(scope, chosen.id))!;
  const mayWrite = mayCall(scope, endpoints.savePage);
  const nameOf = ({ name, hindi, city }: typeof chosen) => instituteWithCity(names, name, hindi, city);
  return (
    <>
      <PageHead title={t('title')}>
        <Link href={institutePath(page.id)} className={LINK}>
          {t('public')}
        </Link>
      </PageHead>
      <p className="max-w-prose text-small text-ink-2">{t(mayWrite ? 'lead' : 'leadClerk')}</p>
      {scope.institutes.length > 1 && (
        <nav aria-label={t('institutes')}>
          <ul className="flex flex-wrap gap-x-5 text-small">
            {scope.institutes.map((institute) => (
              <li key={institute.id}>
                <Link
                  href={`/office/page?institute=${institute.id}`}
                  aria-current={institute.id === page.id ? 'page' : undefined}
                  className={`${LINK} aria-[current]:font-semibold aria-[current]:no-underline`}
                >
                  {nameOf(institute)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {mayWrite && (
        <AdminSection id="page" title={nameOf(page)}>
          <PageForm key={page.id} id={page.id} content={page.content} version={page.version} />
        </AdminSection>
      )}
      <AdminSection id="history" title={t('history')}>
        <PageHistory history={page.history} />
      </AdminSection>
    </>
  );
});
