import type { Metadata } from 'next';
import { authLink, AuthPage } from '@/components/accounts/auth/auth-page';
import { LoginForm } from '@/components/accounts/auth/login-form';
import { LoginPanel } from '@/components/accounts/auth/login-panel';
import { Link } from '@/components/platform/ui/link';
import { getTranslations } from '@/lib/platform/i18n/server';
import { sponsorOfPage } from '@/lib/accounts/session';
import { pageMetadata } from '@/lib/platform/site/metadata';
import { registerPath, returnPath } from '@/lib/platform/site/return-path';

export async function generateMetadata(): Promise<Metadata> {
  return pageMetadata({ path: '/login', title: (await getTranslations('auth.login'))('title'), text: 'login' });
}

/** Reads the session cookie, so it is rendered on each request. */
export const dynamic = 'force-dynamic';

type LoginProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** /login: always renders the form; the client redirects visitors whose cookie and token are both valid. `to` is the page to open afterwards. */
export default async function LoginPage({ searchParams }: LoginProps) {
  const t = await getTranslations('auth.login');
  const auth = await getTranslations('auth');
  const { to } = await searchParams;
  const isLive = (await sponsorOfPage()) !== null;
  return (
    <AuthPage
      title={t('title')}
      lead={t('lead')}
      panel={<LoginPanel />}
      other={
        <>
          <Link href="/reset-password" className={authLink}>
            {t('forgot')}
          </Link>
          <br />
          <Link href="/lost-mailbox" className={authLink}>
            {auth('lostMailbox.open')}
          </Link>
          <br />
          {t.rich('newHere', {
            link: (text) => (
              <Link href={registerPath(to)} className={authLink}>
                {text}
              </Link>
            ),
          })}
        </>
      }
    >
      <LoginForm isLive={isLive} next={returnPath(to)} />
    </AuthPage>
  );
}
