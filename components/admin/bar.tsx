import type { AdminRole } from '@/db/schema/enums';
import { Brand } from '@/components/platform/site/brand';
import { Link } from '@/components/platform/ui/link';
import { PAGES_IN_BAR, PAGES_OF_AREA } from '@/lib/admin/pages';
import { getTranslator } from '@/lib/platform/i18n/server';
import { AdminLogout } from './logout';
import { AdminNav } from './nav';
import { AdminSearch } from './search/admin-search';
import './bar.css';

export type AdminBarProps = {
  /** The administrator; absent on a page that needs no session. */
  viewer?: { username: string; role: AdminRole; area: unknown };
  /** The number of items that need attention, if known. */
  attention?: number | null;
};

/**
 * The header of the administrator's pages. If one row is too narrow, the links get a row of their own, so that a phone
 * can reach them. It scrolls with the page: a sticky bar would cover table headers.
 */
export function AdminBar({ viewer, attention = null }: AdminBarProps) {
  const t = getTranslator('en', 'admin');
  const pages = (viewer?.area ? PAGES_OF_AREA : PAGES_IN_BAR).map(({ path, title, ...more }) => ({
    path,
    name: getTranslator('en', title)('title'),
    ...more,
  }));
  return (
    <header className="admin-bar on-neel bg-neel text-small text-on-neel print:hidden">
      <div className="wrap flex max-w-360 flex-wrap items-center gap-x-4 lg:min-h-13 lg:gap-x-5 2xl:gap-x-6">
        <div className="me-auto flex items-center gap-5 *:me-0">
          <Brand href="/admin/dashboard" />
          <span className="text-on-neel-2 max-2xl:hidden">{t('area')}</span>
        </div>
        <AdminNav label={t('nav')} pages={pages} attention={attention} />
        {viewer && (
          <p
            title={viewer.username}
            className="min-w-0 truncate text-end text-on-neel-2 max-lg:flex-1 max-lg:basis-0 max-[22.5rem]:sr-only lg:max-w-[12ch] 2xl:max-w-[20ch]"
          >
            <span className="sr-only">{t('signedInAs')} </span>
            {/* As wide as what is seen of it, so that it lies below no other target. */}
            <Link
              href="/admin/account"
              className="inline-block min-h-6 max-w-full truncate align-middle text-inherit underline underline-offset-4"
            >
              {viewer.username}
            </Link>
          </p>
        )}
        {viewer && <AdminSearch />}
        <AdminLogout isSignedIn={viewer !== undefined} />
      </div>
    </header>
  );
}
