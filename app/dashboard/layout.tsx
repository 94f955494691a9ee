import { Languages } from 'lucide-react';
import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { SessionWatch } from '@/components/accounts/auth/session-watch';
import { AreaTexts } from '@/components/platform/i18n/area-texts';
import { LanguageChoice } from '@/components/platform/i18n/language-choice';
import { sidebarLink } from '@/components/platform/shell/rows';
import { Sidebar } from '@/components/platform/shell/sidebar';
import { Brand } from '@/components/platform/site/brand';
import { SkipLink } from '@/components/platform/site/skip-link';
import { getTranslations } from '@/lib/platform/i18n/server';
import { includesRole } from '@/lib/accounts/company-roles';
import { requireSponsorPage } from '@/lib/accounts/session';

/** Rendered on each request, with current seat counts, and never cached: everything below is personal. */
export const dynamic = 'force-dynamic';

/** Nothing below /dashboard is indexed. */
export const metadata: Metadata = { robots: { index: false, follow: false } };

/**
 * The shell of the signed-in sponsor: sidebar, the page's `<main>`, footer. It checks the session, so that a signed-out
 * visit is only a redirect. Layouts do not run again on client navigation, so each page checks too.
 */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const { personId, role } = await requireSponsorPage();
  return (
    <AreaTexts area="dashboard">
      <SessionWatch userId={personId}>
        <div className="min-h-dvh max-lg:flex max-lg:flex-col lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
          <SkipLink />
          <Sidebar
            mayAdopt={includesRole(role, 'adopt')}
            brand={<Brand href="/dashboard" />}
            language={<LanguageChoice icon={<Languages aria-hidden />} className={sidebarLink} />}
          />
          <div className="flex min-w-0 grow flex-col">
            <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
              {children}
            </main>
            <footer className="border-t border-line px-gutter py-4 text-cap text-ink-2 print:hidden">
              {(await getTranslations('common'))('copyright')}
            </footer>
          </div>
        </div>
      </SessionWatch>
    </AreaTexts>
  );
}
