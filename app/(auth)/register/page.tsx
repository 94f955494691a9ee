import type { Metadata } from 'next';
import Link from 'next/link';
import { authLink, AuthPage } from '@/components/auth/auth-page';
import { RegisterForm } from '@/components/auth/register-form';
import { RegisterPanel } from '@/components/auth/register-panel';
import { env } from '@/lib/core/env';
import { getTranslations } from '@/lib/i18n/server';
import { pageMetadata } from '@/lib/site/metadata';

export async function generateMetadata(): Promise<Metadata> {
  return pageMetadata({
    path: '/register',
    title: (await getTranslations('auth.register'))('title'),
    text: 'register',
  });
}

/** The minimum password length is read from the environment at run time. */
export const dynamic = 'force-dynamic';

/** /register: open to everyone, signed in or not. */
export default async function RegisterPage() {
  const t = await getTranslations('auth.register');
  return (
    <AuthPage
      title={t('title')}
      lead={t('lead')}
      panel={<RegisterPanel />}
      panelBelow
      other={t.rich('haveAccount', {
        link: (text) => (
          <Link href="/login" className={authLink}>
            {text}
          </Link>
        ),
      })}
    >
      <RegisterForm minLength={env().PASSWORD_MIN_LENGTH} />
    </AuthPage>
  );
}
