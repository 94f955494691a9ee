'use client';

import { useTranslations } from 'use-intl';
import { RemoveFactor } from '@/components/admin/account/remove-factor';
import { Link } from '@/components/platform/ui/link';
import type { ListedAdmin } from '@/lib/accounts/administrators/queries';
import { AUDIT_LIST } from '@/lib/accounts/audit-log/schema';
import { ADMIN_LINK_HOURS } from '@/lib/platform/limits';
import { EditAdministrator } from './edit-administrator';
import { PasswordLink } from './password-link';

type AdministratorActionsProps = Pick<
  ListedAdmin,
  'id' | 'username' | 'role' | 'area' | 'isActive' | 'isInvited' | 'hasFactor'
>;

/** What an owner can do with an account. One client component, so that the page carries the account once. */
export function AdministratorActions(props: AdministratorActionsProps) {
  const { id, username, role, area, isActive, isInvited, hasFactor } = props;
  const t = useTranslations('administrators');
  return (
    <div>
      <EditAdministrator id={id} username={username} role={role} area={area} isActive={isActive} />
      {hasFactor && <RemoveFactor other={{ id, username }} />}
      {isActive && (
        <PasswordLink
          id={id}
          username={username}
          hours={isInvited ? ADMIN_LINK_HOURS.invitation : ADMIN_LINK_HOURS.reset}
        />
      )}
      <Link href={AUDIT_LIST.href({ who: username })} aria-label={t('historyOf', { username })}>
        {t('history')}
      </Link>
    </div>
  );
}
