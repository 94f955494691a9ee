import type { Metadata } from 'next';
import { authLink, AuthPage } from '@/components/accounts/auth/auth-page';
import { LoginPanel } from '@/components/accounts/auth/login-panel';
import { ResetForm } from '@/components/accounts/auth/reset-form';
import { Link } from '@/components/platform/ui/link';
import { env } from '@/lib/platform/env';
import { getTranslations } from '@/lib/platform/i18n/server';
import { pageMetadata } from '@/lib/platform/site/metadata';

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
      other={
        <>
          <Link href="/lost-mailbox" className={authLink}>
            {(await getTranslations('auth'))('lostMailbox.open')}
          </Link>
          <br />
          {t.rich('remembered', {
            link: (text) => (
              <Link href="/login" className={authLink}>
                {text}
              </Link>
            ),
          })}
        </>
      }
    >
      <ResetForm minLength={env().PASSWORD_MIN_LENGTH} />
    </AuthPage>
  );
}
