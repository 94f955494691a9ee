'use client';

import { useTranslations } from 'use-intl';
import { adoptionHref } from '@/components/admin/adoptions/adoption-link';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import type { BillingRecord, UserRecord } from '@/lib/admin/users-and-billings/schema';
import { formatDateTime } from '@/lib/platform/dates';
import { formatINR } from '@/lib/platform/money';
import { AnnualStatements } from './annual-statements';
import { ChangeAccountEmail } from './change-account-email';
import { DescriptionList } from './description-list';
import { EndSponsorSessions } from './end-sponsor-sessions';
import { PaymentTag } from './payment-tag';
import type { RecordRef } from './record-ref';

type UserDetailsProps = {
  user: UserRecord;
  billings: readonly BillingRecord[];
  onShow: (next: RecordRef) => void;
  /** Reads the record again. */
  onChanged: () => void;
};

/** All fields of a user, and the user's billings with links. */
export function UserDetails({ user, billings, onShow, onChanged }: UserDetailsProps) {
  const t = useTranslations('usersAndBillings');
  return (
    <>
      <DescriptionList
        items={[
          [t('column.name'), user.full_name],
          [t('column.kind'), t(`kind.${user.kind}`)],
          [t('column.company'), user.company_name],
          [t('column.designation'), user.designation],
          [t('column.industry'), user.industry || t('view.none')],
          [t('column.created'), formatDateTime(new Date(user.created_at))],
          [t('column.email'), user.email],
          [t('column.phone'), user.phone_number],
          [t('view.id'), user.id],
        ]}
      />
      {user.company_people.length > 0 && (
        <section className="grid gap-2">
          <h3>{t('view.people')}</h3>
          <ul className="grid grid-cols-[auto_1fr] gap-x-5 text-small">
            {user.company_people.map(({ id, full_name: name, role }) => (
              <li
                key={id}
                className="col-span-full grid min-h-tap grid-cols-subgrid items-center border-t border-line py-1.5 wrap-anywhere"
              >
                {id === user.id ? (
                  <b>{name}</b>
                ) : (
                  <Button
                    variant="bare"
                    size="small"
                    className="-ms-3 justify-self-start"
                    aria-label={t('view.of', { whose: name })}
                    onClick={() => onShow({ kind: 'user', id, name })}
                  >
                    {name}
                  </Button>
                )}
                <span className="text-ink-2">{t(`companyRole.${role}`)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="grid gap-2">
        <h3>{t('view.lockedCourses')}</h3>
        {user.locked_courses.length === 0 && <p className="text-small text-ink-2">{t('view.none')}</p>}
        <ul className="list-disc ps-5 text-small wrap-anywhere">
          {user.locked_courses.map((course, index) => (
            <li key={index}>{course}</li>
          ))}
        </ul>
      </section>
      <section className="grid gap-2">
        <h3>{t('view.billings')}</h3>
        {billings.length === 0 && <p className="text-small text-ink-2">{t('view.none')}</p>}
        <ul className="text-small sm:grid sm:grid-cols-[auto_auto_auto_1fr_auto] sm:gap-x-5">
          {billings.map(({ id, reference, payment_status: status, totalPaise, created_at: created }) => (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-5 gap-y-1 border-t border-line py-1.5 tabular-nums sm:col-span-full sm:grid sm:grid-cols-subgrid sm:justify-items-start"
            >
              <Button
                variant="bare"
                size="small"
                className="-ms-3"
                aria-label={t('view.of', { whose: reference })}
                onClick={() => onShow({ kind: 'billing', id, name: reference })}
              >
                {reference}
              </Button>
              <PaymentTag status={status}>{t(`status.${status}`)}</PaymentTag>
              <span className="text-ink-2">{formatDateTime(new Date(created))}</span>
              <b className="ms-auto money">{formatINR(totalPaise)}</b>
              <Button asChild variant="bare" size="small" className="-me-3">
                <Link href={adoptionHref(reference)} aria-label={t('view.pageOf', { reference })}>
                  {t('view.page')}
                </Link>
              </Button>
            </li>
          ))}
        </ul>
      </section>
      <AnnualStatements userId={user.id} />
      {user.kind === 'registered' && <ChangeAccountEmail user={user} onChanged={onChanged} />}
      {user.kind === 'registered' && <EndSponsorSessions userId={user.id} />}
    </>
  );
}
