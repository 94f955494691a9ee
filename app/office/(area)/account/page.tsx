import type { Metadata } from 'next';
import { OwnAccount } from '@/components/admin/account/own-account';
import { officePage } from '@/components/office/office-page';
import { getTranslations } from '@/lib/platform/i18n/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('staff'))('account.title') };
}

/** /office/account: second factor and sessions of the own account. */
export default officePage(
  async (scope) => {
    const [t, office] = [await getTranslations('staff'), await getTranslations('office')];
    const { username, role } = scope;
    return <OwnAccount scope={scope} lead={office('account.lead', { username, role: office(`role.${role}`) })} t={t} />;
  },
  { isOwnAccount: true },
);
