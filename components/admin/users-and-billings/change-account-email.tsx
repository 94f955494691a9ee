'use client';

import { useTranslations } from 'use-intl';
import { useMayCall } from '@/components/admin/viewer';
import { ActionButton } from '@/components/platform/form/action-button';
import { ReasonDialog } from '@/components/admin/reason-dialog';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { Note } from '@/components/platform/ui/note';
import { OWNER_ROLES } from '@/lib/accounts/administrators/roles';
import type { AccountEmailDecision } from '@/lib/accounts/schema';
import type { UserRecord } from '@/lib/admin/users-and-billings/schema';
import { callAsAdmin } from '@/lib/api/client/admin';
import { formatDateTime } from '@/lib/platform/dates';

type ChangeAccountEmailProps = {
  user: UserRecord;
  /** Reads the record again. */
  onChanged: () => void;
};

/**
 * Gives the account of a sponsor who cannot read the mailbox any more another e-mail address, for owners. An address that waits
 * for a second owner is shown to every administrator.
 */
export function ChangeAccountEmail({ user, onChanged }: ChangeAccountEmailProps) {
  const t = useTranslations('usersAndBillings.newEmail');
  const mayChange = useMayCall(OWNER_ROLES);
  if (!mayChange && user.email_change === null) return null;
  return (
    <section className="grid gap-2">
      <h3>{t('title')}</h3>
      {user.email_change && <WaitingEmail user={user} change={user.email_change} onChanged={onChanged} />}
      {mayChange && (
        <>
          <p className="text-small text-ink-2">{t('text')}</p>
          <ReasonDialog
            trigger={
              <Button variant="line" size="small" className="justify-self-start">
                {t('open')}
              </Button>
            }
            title={t('open')}
            about={user.email}
            submit={t('save')}
            submitting={t('saving')}
            reason={t('reason')}
            send={(reason, fields) => {
              const body = { email: String(fields.get('email')), reason };
              return callAsAdmin('PUT /admin/users/{userId}/email', { params: { userId: user.id }, body });
            }}
            fieldOf={{
              'auth.email_invalid': 'email',
              'auth.email_taken': 'email',
            }}
            toast="email"
            done={({ waits }) => t(waits ? 'waits' : 'done')}
            onDone={onChanged}
          >
            {(field) => <Field label={t('email')} type="email" {...field('email')} />}
          </ReasonDialog>
        </>
      )}
    </section>
  );
}

type Change = NonNullable<UserRecord['email_change']>;

/** The address that waits: who proposed it and why, and what an owner can do about it. */
function WaitingEmail({ user, change, onChanged }: ChangeAccountEmailProps & { change: Change }) {
  const t = useTranslations('usersAndBillings.newEmail');
  const mayDecide = useMayCall(OWNER_ROLES);
  const { email, by, reason, version, may_confirm: mayConfirm } = change;
  const button = { userId: user.id, version, onChanged };
  return (
    <Note kind="warn">
      <p className="font-semibold">{t('waiting')}</p>
      <p className="wrap-anywhere">
        {t('entered', { email, by: by ?? '–', day: formatDateTime(new Date(version)), reason })}
      </p>
      {mayDecide && mayConfirm && <p>{t('check')}</p>}
      {mayDecide && (
        <div className="mt-2 flex gap-3">
          {mayConfirm && <DecideButton decision="confirm" {...button} />}
          <DecideButton decision="discard" {...button} />
        </div>
      )}
    </Note>
  );
}

type DecideButtonProps = AccountEmailDecision & { userId: string; onChanged: () => void };

function DecideButton({ decision, version, userId, onChanged }: DecideButtonProps) {
  const t = useTranslations('usersAndBillings.newEmail');
  return (
    <ActionButton
      size="small"
      variant={decision === 'confirm' ? undefined : 'line'}
      send={async () => {
        const request = { params: { userId }, body: { decision, version } };
        const result = await callAsAdmin('POST /admin/users/{userId}/email', request);
        onChanged();
        return result;
      }}
      toast="email"
      done={t(decision === 'confirm' ? 'confirmed' : 'discarded')}
      failed={t('failed')}
    >
      {t(decision)}
    </ActionButton>
  );
}
