import type { Metadata } from 'next';
import { authLink, AuthPage } from '@/components/accounts/auth/auth-page';
import { RegisterForm } from '@/components/accounts/auth/register-form';
import { RegisterPanel } from '@/components/accounts/auth/register-panel';
import { Link } from '@/components/platform/ui/link';
import { env } from '@/lib/platform/env';
import { getTranslations } from '@/lib/platform/i18n/server';
import { pageMetadata } from '@/lib/platform/site/metadata';
import { loginPath } from '@/lib/platform/site/return-path';

export async function generateMetadata(): Promise<Metadata> {
  return pageMetadata({
    path: '/register',
    title: (await getTranslations('auth.register'))('title'),
    text: 'register',
  });
}

/** The minimum password length is read from the environment at run time. */
export const dynamic = 'force-dynamic';

type RegisterProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** /register: open to everyone, signed in or not. `to` is the page to open after signing in. */
export default async function RegisterPage({ searchParams }: RegisterProps) {
  const t = await getTranslations('auth.register');
  const login = loginPath((await searchParams).to);
  const { PASSWORD_MIN_LENGTH: minLength, PASSWORD_MIN_STRENGTH: minStrength } = env();
  return (
    <AuthPage
      title={t('title')}
      lead={t('lead')}
      panel={<RegisterPanel />}
      panelBelow
      other={t.rich('haveAccount', {
        link: (text) => (
          <Link href={login} className={authLink}>
            {text}
          </Link>
        ),
      })}
    >
      <RegisterForm minLength={minLength} refusesWeak={minStrength > 0} login={login} />
    </AuthPage>
  );
}
