import { Languages } from 'lucide-react';
import { AdminLogout } from '@/components/admin/logout';
import { AdminNav } from '@/components/admin/nav';
import '@/components/admin/bar.css';
import { LanguageChoice } from '@/components/platform/i18n/language-choice';
import { Brand } from '@/components/platform/site/brand';
import { Link } from '@/components/platform/ui/link';
import { getTranslations } from '@/lib/platform/i18n/server';

/** The header of the office: the bar of the administrator's pages, with the choice of the language. */
export async function OfficeBar({ username }: { username: string }) {
  const t = await getTranslations('office');
  const pages = [
    { path: '/office', name: t('seats.nav'), exact: true },
    { path: '/office/proposals', name: t('proposals.nav') },
    { path: '/office/messages', name: t('messages.nav') },
    { path: '/office/page', name: t('page.nav') },
    { path: '/office/colleagues', name: t('colleagues.title') },
  ];
  return (
    <header className="admin-bar on-neel bg-neel text-small text-on-neel print:hidden">
      <div className="wrap flex max-w-360 flex-wrap items-center gap-x-4 lg:min-h-13 lg:gap-x-5 xl:gap-x-6">
        <div className="me-auto flex items-center gap-5 *:me-0">
          <Brand href="/office" />
          <span className="text-on-neel-2 max-lg:hidden">{t('area')}</span>
        </div>
        <AdminNav label={t('nav')} pages={pages} />
        <OfficeLanguage />
        <p
          title={username}
          className="min-w-0 text-end text-on-neel-2 max-lg:order-last max-lg:ms-auto max-lg:max-w-[30ch] lg:max-w-[20ch]"
        >
          <span className="sr-only">{t('signedInAs')} </span>
          <Link href="/office/account" className="block truncate py-3 text-inherit underline underline-offset-4">
            {username}
          </Link>
        </p>
        <AdminLogout isSignedIn />
      </div>
    </header>
  );
}

/** The choice of the language on the indigo of the office. */
export function OfficeLanguage() {
  return (
    <LanguageChoice
      icon={<Languages aria-hidden className="size-5" />}
      className="inline-flex min-h-tap items-center gap-2 whitespace-nowrap underline-offset-4 hover:underline"
    />
  );
}
