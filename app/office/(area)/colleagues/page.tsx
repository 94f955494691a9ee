import type { Metadata } from 'next';
import { PageHead } from '@/components/admin/page-head';
import { InviteAgain, InviteClerk, RemoveClerk } from '@/components/office/clerk-actions';
import { officePage } from '@/components/office/office-page';
import { mayCall } from '@/lib/accounts/administrators/roles';
import { listColleagues } from '@/lib/accounts/offices/queries';
import * as endpoints from '@/lib/api/offices';
import { getNames } from '@/lib/catalogue/localized-names';
import { instituteWithCity } from '@/lib/catalogue/names';
import { formatMinute } from '@/lib/platform/dates';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('office'))('colleagues.title') };
}

/** /office/colleagues: who works in the office; heads invite and remove clerks. */
export default officePage(async (scope) => {
  const [t, names, locale, people] = await Promise.all([
    getTranslations('office'),
    getNames(),
    getLocale(),
    listColleagues(scope),
  ]);
  const institutes = scope.institutes.map(({ id, name, hindi, city }) => ({
    id,
    name: instituteWithCity(names, name, hindi, city),
  }));
  const mayInvite = mayCall(scope, endpoints.inviteClerk);
  return (
    <>
      <PageHead title={t('colleagues.title')}>{mayInvite && <InviteClerk institutes={institutes} />}</PageHead>
      <p className="max-w-prose text-small text-ink-2">{t('colleagues.lead')}</p>
      <ul className="grid max-w-[60rem] gap-3">
        {people.map(({ id, username, role, instituteIds, isInvited, lastUsedAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line pb-3">
            <div className="me-auto min-w-0 text-small">
              <p className="font-semibold wrap-anywhere">{username}</p>
              <p className="wrap-anywhere text-ink-2">
                {[
                  t(`role.${role}`),
                  ...institutes.flatMap((institute) => (instituteIds.includes(institute.id) ? institute.name : [])),
                ].join(' · ')}
              </p>
              <p className="text-ink-2">
                {isInvited
                  ? t('colleagues.invited')
                  : `${t('colleagues.state')}: ${lastUsedAt ? formatMinute(lastUsedAt, locale) : t('colleagues.never')}`}
              </p>
            </div>
            {mayInvite && role === 'clerk' && (
              <div className="flex gap-2">
                {isInvited && <InviteAgain email={username} instituteIds={instituteIds} />}
                <RemoveClerk id={id} email={username} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
});
