'use client';

import { Link } from '@/components/platform/ui/link';
import { useSignedIn } from '@/lib/api/client/use-signed-in';
import { useAccountPaths } from './use-account-paths';

type FooterAccountProps = { texts: { signIn: string; register: string; dashboard: string }; className: string };

/** The footer's links for the account: to sign in or register, or to the dashboard if the browser has a session. */
export function FooterAccount({ texts, className }: FooterAccountProps) {
  const { login, register } = useAccountPaths();
  if (useSignedIn())
    return (
      <Link href="/dashboard" className={className}>
        {texts.dashboard}
      </Link>
    );
  return (
    <>
      <Link href={login} className={className}>
        {texts.signIn}
      </Link>
      <Link href={register} className={className}>
        {texts.register}
      </Link>
    </>
  );
}
