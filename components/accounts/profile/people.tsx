'use client';

import { useTranslations } from 'use-intl';
import { COLLEAGUE_ROLES, type ColleagueRole } from '@/db/schema/enums';
import { PasswordField } from '@/components/accounts/auth/password-field';
import { rememberSignIn } from '@/components/accounts/auth/sign-in-hint';
import { ConfirmEmail } from '@/components/accounts/confirm-email';
import { ActionButton } from '@/components/platform/form/action-button';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { PrivacyNotice } from '@/components/platform/site/privacy-notice';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { SelectField } from '@/components/platform/ui/select-field';
import { callAsSponsor, endClientSession } from '@/lib/api/client/session';
import { readSession } from '@/lib/api/client/session-storage';
import type { Colleague } from '@/lib/company/people/queries';
import { langOf } from '@/lib/platform/i18n/script';
import { useConfirmedPassword } from './confirm-password';
import { ProfileValue } from './profile-value';

type PeopleProps = { colleagues: readonly Colleague[]; unconfirmed: string | null };

/**
 * The colleagues of the owner's company and the open invitations, and the forms to invite, change and remove.
 * @param unconfirmed the e-mail address of the owner, who has to confirm it first; null if it is confirmed
 */
export function People({ colleagues, unconfirmed }: PeopleProps) {
  const t = useTranslations('profile.people');
  return (
    <section aria-labelledby="people" className="grid gap-3">
      <h2 id="people" className="text-h3">
        {t('title')}
      </h2>
      <p className="text-ink-2">{t('text')}</p>
      {colleagues.length > 0 ? (
        <ul className="grid rounded-2 border border-line bg-surface px-4">
          {colleagues.map((colleague) => (
            <Person key={colleague.id} colleague={colleague} />
          ))}
        </ul>
      ) : (
        <p className="text-ink-2">{t('none')}</p>
      )}
      {unconfirmed === null ? (
        <div>
          <Invite />
        </div>
      ) : (
        <ConfirmEmail email={unconfirmed} text={t('confirm')} />
      )}
    </section>
  );
}

function Person({ colleague }: { colleague: Colleague }) {
  const t = useTranslations('profile.people');
  const roles = useTranslations('auth.companyRoles');
  const { fullName, email, role, isInvited } = colleague;
  const titleOf = (action: string) => `${action}: ${fullName}`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line py-3 last:border-b-0">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">
          <span lang={langOf(fullName)}>{fullName}</span>
          {isInvited && <span className="font-normal text-ink-2"> · {t('isInvited')}</span>}
        </p>
        <p className="text-small">
          <ProfileValue>{email}</ProfileValue>
        </p>
        <p className="text-small text-ink-2">{roles(role)}</p>
      </div>
      <div className="-mx-2 flex flex-wrap gap-x-2">
        {isInvited ? (
          <Invited colleague={colleague} titleOf={titleOf} />
        ) : (
          <>
            <ChangeRole colleague={colleague} title={titleOf(t('change'))} />
            <MakeOwner colleague={colleague} />
            <Remove colleague={colleague} />
          </>
        )}
      </div>
    </li>
  );
}

type InvitedProps = { colleague: Colleague; titleOf: (action: string) => string };

/** The buttons of an open invitation. */
function Invited({ colleague: { id, fullName, email, role }, titleOf }: InvitedProps) {
  const t = useTranslations('profile.people');
  const confirmed = useConfirmedPassword();
  const person = { full_name: fullName, email, role };
  return (
    <>
      <ActionButton
        variant="bare"
        size="small"
        aria-label={titleOf(t('again'))}
        send={() => confirmed(() => callAsSponsor('POST /company/invitations', { body: person }))}
        toast="people"
        done={t('sent')}
      >
        {t('again')}
      </ActionButton>
      <ActionButton
        variant="bare"
        size="small"
        aria-label={titleOf(t('withdraw'))}
        send={() =>
          confirmed(() => callAsSponsor('DELETE /company/invitations/{invitationId}', { params: { invitationId: id } }))
        }
        toast="people"
        done={t('withdrawn')}
      >
        {t('withdraw')}
      </ActionButton>
    </>
  );
}

function Invite() {
  const t = useTranslations('profile.people');
  const confirmed = useConfirmedPassword();
  return (
    <FormDialog
      trigger={<Button variant="line">{t('invite')}</Button>}
      title={t('invite')}
      submit={t('send')}
      submitting={t('sending')}
      send={(fields) => {
        const body = { full_name: fields.get('full_name'), email: fields.get('email'), role: roleIn(fields) };
        return confirmed(() => callAsSponsor('POST /company/invitations', { body }));
      }}
      toast="people"
      done={t('sent')}
    >
      <Field label={t('name')} name="full_name" autoComplete="off" required />
      <Field label={t('email')} name="email" type="email" autoComplete="off" required />
      <RoleField role="view" />
      <PrivacyNotice />
    </FormDialog>
  );
}

const roleIn = (fields: FormData) => fields.get('role') as ColleagueRole;

function RoleField({ role }: { role: ColleagueRole }) {
  const t = useTranslations('profile.people');
  const roles = useTranslations('auth.companyRoles');
  return (
    <SelectField label={t('role')} name="role" defaultValue={role}>
      {COLLEAGUE_ROLES.map((each) => (
        <option key={each} value={each}>
          {roles(each)}
        </option>
      ))}
    </SelectField>
  );
}

function ChangeRole({ colleague: { id, role }, title }: { colleague: Colleague; title: string }) {
  const t = useTranslations('profile.people');
  const confirmed = useConfirmedPassword();
  return (
    <FormDialog
      trigger={
        <Button variant="bare" size="small" aria-label={title}>
          {t('change')}
        </Button>
      }
      title={title}
      submit={t('save')}
      submitting={t('saving')}
      send={(fields) => {
        const request = { params: { personId: id }, body: { role: roleIn(fields) } };
        return confirmed(() => callAsSponsor('PATCH /company/people/{personId}', request));
      }}
      toast="people"
      done={t('changed')}
    >
      <RoleField role={role} />
    </FormDialog>
  );
}

function MakeOwner({ colleague: { id, fullName } }: { colleague: Colleague }) {
  const t = useTranslations('profile.people');
  const title = t('ownerTitle', { name: fullName });
  return (
    <FormDialog
      trigger={
        <Button variant="bare" size="small" aria-label={title}>
          {t('owner')}
        </Button>
      }
      title={title}
      submit={t('owner')}
      submitting={t('handingOver')}
      send={(fields) => {
        const body = { current_password: fields.get('current_password') };
        return callAsSponsor('POST /company/people/{personId}/owner', { params: { personId: id }, body });
      }}
      onDone={() => {
        const { user } = readSession();
        if (user) rememberSignIn({ email: user.email, after: 'handedOver' });
        endClientSession({ loggedOut: true });
      }}
    >
      <p>{t('ownerText', { name: fullName })}</p>
      <PasswordField label={t('ownerPassword')} name="current_password" autoComplete="current-password" required />
    </FormDialog>
  );
}

function Remove({ colleague: { id, fullName } }: { colleague: Colleague }) {
  const t = useTranslations('profile.people');
  const confirmed = useConfirmedPassword();
  const title = t('removeTitle', { name: fullName });
  return (
    <FormDialog
      trigger={
        <Button variant="bare" size="small" aria-label={title}>
          {t('remove')}
        </Button>
      }
      title={title}
      submit={t('remove')}
      submitting={t('removing')}
      send={() => confirmed(() => callAsSponsor('DELETE /company/people/{personId}', { params: { personId: id } }))}
      toast="people"
      done={t('removed')}
    >
      <p>{t('removeText', { name: fullName })}</p>
    </FormDialog>
  );
}
