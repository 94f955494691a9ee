'use client';

import { useRouter } from 'next/navigation';
import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { ConfirmEmail } from '@/components/adoption-history/confirm-email';
import { PrivacyNotice } from '@/components/site/privacy-notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormButtons } from '@/components/ui/form-buttons';
import { Note } from '@/components/ui/note';
import { SelectField } from '@/components/ui/select-field';
import { notify } from '@/components/ui/toaster';
import type { Colleague } from '@/lib/company/queries';
import { langOf } from '@/lib/i18n/script';
import { COLLEAGUE_ROLES, type ColleagueRole } from '@/lib/identity/company-roles';
import { FormModal } from './form-modal';
import { ProfileValue } from './profile-value';
import { useRequest } from './use-request';

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
          <FormModal title={t('invite')}>{(onDone) => <InviteForm onDone={onDone} />}</FormModal>
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
            <FormModal variant="bare" label={t('change')} title={titleOf(t('change'))}>
              {(onDone) => <RoleForm colleague={colleague} onDone={onDone} />}
            </FormModal>
            <FormModal variant="bare" label={t('remove')} title={t('removeTitle', { name: fullName })}>
              {(onDone) => <RemoveForm colleague={colleague} onDone={onDone} />}
            </FormModal>
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
  const router = useRouter();
  const { pending, problem, send, remove, dialog } = useRequest();
  const done = (text: string) => {
    notify.success(text, { id: 'people' });
    router.refresh();
  };
  const again = async () => {
    if (await send('/company/invitations', { full_name: fullName, email, role })) done(t('sent'));
  };
  const withdraw = async () => {
    if (await remove(`/company/invitations/${id}`)) done(t('withdrawn'));
  };
  const buttons = [
    [t('again'), again],
    [t('withdraw'), withdraw],
  ] as const;
  return (
    <>
      {buttons.map(([label, act]) => (
        <Button
          key={label}
          variant="bare"
          size="small"
          aria-label={titleOf(label)}
          aria-disabled={pending || undefined}
          onClick={() => void act()}
        >
          {label}
        </Button>
      ))}
      {problem !== null && <Note className="mx-2 grow">{problem}</Note>}
      {dialog}
    </>
  );
}

type FormProps = { colleague: Colleague; onDone: () => void };

function InviteForm({ onDone }: Pick<FormProps, 'onDone'>) {
  const t = useTranslations('profile.people');
  const security = useTranslations('profile.security');
  const router = useRouter();
  const { pending, problem, send, dialog } = useRequest();

  const invite = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!(await send('/company/invitations', Object.fromEntries(new FormData(event.currentTarget))))) return;
    notify.success(t('sent'), { id: 'people' });
    router.refresh();
    onDone();
  };

  return (
    <>
      <form onSubmit={invite} className="grid gap-4">
        {problem !== null && <Note>{problem}</Note>}
        <Field label={t('name')} name="full_name" autoComplete="off" required readOnly={pending} />
        <Field label={t('email')} name="email" type="email" autoComplete="off" required readOnly={pending} />
        <RoleField role="view" />
        <PrivacyNotice />
        <FormButtons pending={pending} submit={t(pending ? 'sending' : 'send')} cancel={security('cancel')} />
      </form>
      {dialog}
    </>
  );
}

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

function RoleForm({ colleague: { id, role }, onDone }: FormProps) {
  const t = useTranslations('profile.people');
  const security = useTranslations('profile.security');
  const router = useRouter();
  const { pending, problem, patch, dialog } = useRequest();

  const change = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!(await patch(`/company/people/${id}`, Object.fromEntries(new FormData(event.currentTarget))))) return;
    notify.success(t('changed'), { id: 'people' });
    router.refresh();
    onDone();
  };

  return (
    <>
      <form onSubmit={change} className="grid gap-4">
        {problem !== null && <Note>{problem}</Note>}
        <RoleField role={role} />
        <FormButtons pending={pending} submit={t(pending ? 'saving' : 'save')} cancel={security('cancel')} />
      </form>
      {dialog}
    </>
  );
}

function RemoveForm({ colleague: { id, fullName }, onDone }: FormProps) {
  const t = useTranslations('profile.people');
  const security = useTranslations('profile.security');
  const router = useRouter();
  const { pending, problem, remove } = useRequest();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!(await remove(`/company/people/${id}`))) return;
    notify.success(t('removed'), { id: 'people' });
    router.refresh();
    onDone();
  };

  return (
    <form onSubmit={submit} className="grid gap-4">
      {problem !== null && <Note>{problem}</Note>}
      <p>{t('removeText', { name: fullName })}</p>
      <FormButtons pending={pending} submit={t(pending ? 'removing' : 'remove')} cancel={security('cancel')} />
    </form>
  );
}
