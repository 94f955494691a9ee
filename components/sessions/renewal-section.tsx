import { AdminSection } from '@/components/admin/section';
import { Link } from '@/components/platform/ui/link';
import { Note } from '@/components/platform/ui/note';
import { RESERVATION_LIST } from '@/lib/admin/reservations/schema';
import { planRenewals, renewalSums } from '@/lib/sessions/queries';
import type { ListedSession, Opening, RenewalPlan } from '@/lib/sessions/schema';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { getTranslator } from '@/lib/platform/i18n/server';
import { formatINR } from '@/lib/platform/money';
import { readSettings } from '@/lib/settings/queries';
import { ActOnSession } from './act-on-session';

const t = getTranslator('en', 'sessions.renewals');
const invite = getTranslator('en', 'sessions.invite');

type RenewalSectionProps = {
  scope: AdminScope;
  session: ListedSession;
  /** Whether the administrator may invite. */
  canAct: boolean;
  /** What opening the session would add; of a session that is open, only whether unpaid adoptions count. */
  opening: Opening;
};

/** Who would be invited to renew, what cannot be reserved, and what became of the invitations. */
export async function RenewalSection({ scope, session, canAct, opening }: RenewalSectionProps) {
  const { name, state, version } = session;
  const [plan, sums, { renewalDays: days }] = await Promise.all([
    state === 'closed'
      ? null
      : planRenewals(
          scope,
          name,
          state === 'planned' ? opening : { percent: 0, continuing: 'no', unpaid: opening.unpaid },
        ),
    renewalSums(scope, name),
    readSettings('terms'),
  ]);

  const { last = '', sponsors = 0, seats = 0, paise = 0 } = plan ?? {};
  const isInviting = sponsors > 0;
  const invited = { last, sponsors, seats, amount: formatINR(paise), days };
  return (
    <AdminSection
      id="renewals"
      title={t('title')}
      actions={
        isInviting &&
        canAct &&
        state === 'open' && (
          <ActOnSession
            name={name}
            action={{ action: 'invite', version, unpaid: opening.unpaid }}
            label={invite('button')}
            text={invite('text', invited)}
          />
        )
      }
    >
      {sums.invited.seats > 0 && (
        <>
          <dl className="grid grid-cols-2 gap-x-6 gap-y-3 md:grid-cols-4">
            {(['invited', 'renewed', 'ended', 'open'] as const).map((part) => (
              <div key={part}>
                <dt className="text-small text-ink-2">{t(part)}</dt>
                <dd className="font-semibold tabular-nums">{t('part', sums[part])}</dd>
              </div>
            ))}
          </dl>
          <p>
            <Link
              href={RESERVATION_LIST.href({ session: name, kind: 'renewal' })}
              className="inline-flex min-h-tap items-center text-small text-link underline"
            >
              {t('list')}
            </Link>
          </p>
        </>
      )}
      {isInviting && <p className="max-w-prose text-small">{t(state === 'planned' ? 'planned' : 'again', invited)}</p>}
      {plan && plan.unpaidSeats > 0 && (
        <Note kind="warn">
          <p>{t(`unpaid.${opening.unpaid}`, { sponsors: plan.unpaidSponsors, seats: plan.unpaidSeats })}</p>
          {state === 'open' && canAct && (
            <Link
              href={`/admin/sessions/${name}?unpaid=${opening.unpaid === 'no' ? 'yes' : 'no'}#renewals`}
              className="inline-flex min-h-tap items-center text-link underline"
            >
              {t(`unpaid.change.${opening.unpaid}`)}
            </Link>
          )}
        </Note>
      )}
      {plan && <NotReserved plan={plan} />}
      {sums.invited.seats === 0 && !isInviting && <p className="text-small text-ink-2">{t('none')}</p>}
    </AdminSection>
  );
}

/** Seats that continue and cannot be reserved. */
function NotReserved({ plan }: { plan: RenewalPlan }) {
  const { missingSeats, missingOffers, shortages, unprovenSponsors, unprovenSeats } = plan;
  return (
    <>
      {missingSeats > 0 && (
        <Note kind="warn">
          <p>{t('missing', { offers: missingOffers, seats: missingSeats })}</p>
          <ul className="list-disc ps-5">
            {shortages.map(({ course, continuing, reserved }) => (
              <li key={course}>{t('shortage', { course, continuing, reserved })}</li>
            ))}
          </ul>
        </Note>
      )}
      {unprovenSponsors > 0 && (
        <Note kind="warn">{t('unproven', { sponsors: unprovenSponsors, seats: unprovenSeats })}</Note>
      )}
    </>
  );
}
