import type { Metadata } from 'next';
import { authLink, AuthPage } from '@/components/accounts/auth/auth-page';
import { JoinForm } from '@/components/accounts/auth/join-form';
import { LoginPanel } from '@/components/accounts/auth/login-panel';
import { Link } from '@/components/platform/ui/link';
import { env } from '@/lib/platform/env';
import { getTranslations } from '@/lib/platform/i18n/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth.join'))('title'), robots: { index: false, follow: false } };
}

/** The minimum password length is read from the environment at run time. */
export const dynamic = 'force-dynamic';

/** /join#token: a colleague accepts the invitation to a company. */
export default async function JoinPage() {
  const t = await getTranslations('auth.join');
  return (
    <AuthPage
      title={t('title')}
      lead={t('lead')}
      panel={<LoginPanel />}
      other={t.rich('haveAccount', {
        link: (text) => (
          <Link href="/login" className={authLink}>
            {text}
          </Link>
        ),
      })}
    >
      <JoinForm minLength={env().PASSWORD_MIN_LENGTH} />
    </AuthPage>
  );
}
