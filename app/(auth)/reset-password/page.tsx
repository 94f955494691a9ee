import type { Metadata } from 'next';
import { authLink, AuthPage } from '@/components/auth/auth-page';
import { LoginPanel } from '@/components/auth/login-panel';
import { ResetForm } from '@/components/auth/reset-form';
import { Link } from '@/components/ui/link';
import { env } from '@/lib/core/env';
import { getTranslations } from '@/lib/i18n/server';
import { pageMetadata } from '@/lib/site/metadata';

export async function generateMetadata(): Promise<Metadata> {
  return pageMetadata({
    path: '/reset-password',
    title: (await getTranslations('auth.reset'))('title'),
    text: 'resetPassword',
  });
}

/** The minimum password length is read from the environment at run time. */
export const dynamic = 'force-dynamic';

/** /reset-password: sets a forgotten password with a code sent to the e-mail of the account. */
export default async function ResetPasswordPage() {
  const t = await getTranslations('auth.reset');
  return (
    <AuthPage
      title={t('title')}
      lead={t('lead')}
      panel={<LoginPanel />}
      other={t.rich('remembered', {
        link: (text) => (
          <Link href="/login" className={authLink}>
            {text}
          </Link>
        ),
      })}
    >
      <ResetForm minLength={env().PASSWORD_MIN_LENGTH} />
    </AuthPage>
  );
}
