import { ProfileValue } from '@/components/accounts/profile/profile-value';
import { readOwner } from '@/lib/company/people/queries';
import { getTranslations } from '@/lib/platform/i18n/server';
import type { SponsorScope } from '@/lib/accounts/session';

/** Tells a colleague who may only look who can change that. */
export async function ViewOnly({ scope }: { scope: SponsorScope }) {
  const { fullName, email } = await readOwner(scope);
  const t = await getTranslations('dashboard');
  return (
    <p className="max-w-prose wrap-anywhere">
      {t.rich('viewOnly.text', {
        name: () => <ProfileValue>{fullName}</ProfileValue>,
        email: () => <ProfileValue>{email}</ProfileValue>,
      })}
    </p>
  );
}
