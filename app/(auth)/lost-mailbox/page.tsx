import type { Metadata } from 'next';
import { authLink, AuthPage } from '@/components/accounts/auth/auth-page';
import { LoginPanel } from '@/components/accounts/auth/login-panel';
import { LostMailboxForm } from '@/components/accounts/auth/lost-mailbox-form';
import { Link } from '@/components/platform/ui/link';
import { getTranslations } from '@/lib/platform/i18n/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth.lostMailbox'))('title'), robots: { index: false } };
}

type LostMailboxProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** /lost-mailbox: asks the administrators for help. `reference` is that of the adoption, if it is known. */
export default async function LostMailboxPage({ searchParams }: LostMailboxProps) {
  const t = await getTranslations('auth.lostMailbox');
  const { reference } = await searchParams;
  return (
    <AuthPage
      title={t('title')}
      lead={t('lead')}
      panel={<LoginPanel />}
      other={t.rich('back', {
        link: (text) => (
          <Link href="/login" className={authLink}>
            {text}
          </Link>
        ),
      })}
    >
      <LostMailboxForm reference={typeof reference === 'string' ? reference.slice(0, 100) : ''} />
    </AuthPage>
  );
}
