import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { EntryPage } from '@/components/admin/entry-page';
import { AdminLoginForm } from '@/components/admin/login-form';
import { OfficeLanguage } from '@/components/office/office-bar';
import { Link } from '@/components/platform/ui/link';
import { officeOfPage } from '@/lib/accounts/offices/session';
import { getTranslations } from '@/lib/platform/i18n/server';

/** Reads the session cookie, so it is rendered on each request. */
export const dynamic = 'force-dynamic';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('office');
  return { title: `${t('login.title')} · ${t('area')}` };
}

const link = 'text-link underline underline-offset-4';

/** /office/login: always renders the form; the client redirects offices whose cookie and token are both valid. */
export default async function OfficeLoginPage() {
  const t = await getTranslations('office');
  const isLive = (await officeOfPage()) !== null;
  const linkTo = (href: string) => ({
    link: (text: ReactNode) => (
      <Link href={href} className={`whitespace-nowrap ${link}`}>
        {text}
      </Link>
    ),
  });
  return (
    <EntryPage title={t('area')} lead={t.rich('login.lead', linkTo('/login'))} tools={<OfficeLanguage />}>
      <AdminLoginForm isLive={isLive} username={t('login.email')} />
      <Link href="/office/forgot-password" className={`justify-self-start text-small ${link}`}>
        {t('login.forgot')}
      </Link>
      <p className="text-small text-ink-2">{t.rich('login.join', linkTo('/contact'))}</p>
    </EntryPage>
  );
}
