import { AdminSection } from '@/components/admin/section';
import { StatusTag } from '@/components/platform/ui/status-tag';
import type { ActionForm } from '@/lib/admin/adoptions/action-form';
import type { AdminAdoption, AdoptionRequest } from '@/lib/admin/adoptions/queries';
import { getTranslator } from '@/lib/platform/i18n/server';
import { ActionFormButton } from './action-form-button';
import { SecondStep } from './second-step';
import { timeOf } from './texts';

const TAGS = {
  open: ['Hourglass', 'warn'],
  approved: ['CircleCheck', 'ok'],
  declined: ['Ban', 'muted'],
} as const;

const FORMS: Record<AdoptionRequest['kind'], readonly [accept: ActionForm, decline: ActionForm]> = {
  cancel: ['approve_cancel', 'decline'],
  reduce: ['approve_reduce', 'decline'],
  email: ['approve_email', 'decline'],
  wish: ['accept_request', 'decline_request'],
};

type RequestsProps = {
  adoption: AdminAdoption;
  /** The names of the courses by id. */
  courses: Readonly<Record<string, string>>;
};

/** What administrators and the sponsor asked for, open requests first. */
export function RequestsSection({ adoption: { requests }, courses }: RequestsProps) {
  const t = getTranslator('en', 'adminAdoption.requests');
  const shown = requests.toReversed().sort((a, b) => Number(b.state === 'open') - Number(a.state === 'open'));
  return (
    <AdminSection id="requests" title={t('title')}>
      <ul className="grid gap-3">
        {shown.map((request) => (
          <li key={request.id} className="grid gap-2 rounded-2 border border-line bg-surface px-4 py-3 text-small">
            <Request request={request} courses={courses} isOwn={request.needsOther} />
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}

type RequestProps = { request: AdoptionRequest; isOwn: boolean } & Pick<RequestsProps, 'courses'>;

function Request({ request, courses, isOwn }: RequestProps) {
  const t = getTranslator('en', 'adminAdoption.requests');
  const gone = getTranslator('en', 'adminAdoption')('gone');
  const { id, kind, state, lines, email, reason, isOfSponsor, requestedBy, requestedMs } = request;
  const { answer, decidedBy, decidedMs } = request;
  const [icon, tone] = TAGS[state];
  const [accept, decline] = FORMS[kind];
  const seats = Object.entries(lines ?? {}).map(([course, left]) =>
    t('newSeats', { course: courses[course] ?? course, seats: left }),
  );
  const about = [t(`kind.${kind}`), ...seats, ...(email ? [email] : [])].join('; ');
  const who = isOfSponsor ? t('sponsor') : (requestedBy ?? gone);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        {about}
        <StatusTag icon={icon} tone={tone} small>
          {t(`state.${state}`)}
        </StatusTag>
      </p>
      <p className="wrap-anywhere">{reason}</p>
      <p className="text-ink-2">{t('asked', { who, at: timeOf(requestedMs) })}</p>
      {decidedMs !== null && (
        <p className="wrap-anywhere text-ink-2">
          {answer
            ? t('decided', { who: decidedBy ?? gone, at: timeOf(decidedMs), answer })
            : t('decidedOnly', { who: decidedBy ?? gone, at: timeOf(decidedMs) })}
        </p>
      )}
      {state === 'open' && (
        <SecondStep isOwn={isOwn} id={id} text={t('own')}>
          <ActionFormButton action={{ form: accept, id, about }} refusedBy={isOwn ? `own-${id}` : undefined} />
          <ActionFormButton action={{ form: decline, id, about }} />
        </SecondStep>
      )}
    </>
  );
}
