import { FieldList } from '@/components/admin/audit-log/field-list';
import { AdminSection } from '@/components/admin/section';
import type { AdoptionEvent } from '@/lib/admin/adoptions/queries';
import { shownFields } from '@/lib/admin/audit-log/rules';
import type { AuditFields } from '@/lib/accounts/audit-log/schema';
import { getTranslator } from '@/lib/platform/i18n/server';
import { ActionFormButton } from './action-form-button';
import { nameOf, timeOf } from './texts';

/** Parts of a detail that are shown elsewhere: who, why, and ids of the rows in the other sections. */
const ELSEWHERE: readonly string[] = ['by', 'reason', 'receipt', 'refund', 'online_refund', 'request'];

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Returns who took a step: the administrator or the sponsor's person by name, or the kind of actor. */
export const actorOf = ({ actor, person, detail }: AdoptionEvent): string =>
  (actor === 'admin' && textOf(detail?.by)) || [nameOf('actor', actor), person].filter(Boolean).join(', ');

function factsOf({ detail }: AdoptionEvent): AuditFields {
  const plain = Object.entries(detail ?? {}).filter(
    ([name, value]) => !ELSEWHERE.includes(name) && ['string', 'number', 'boolean'].includes(typeof value),
  );
  return Object.fromEntries(plain) as AuditFields;
}

/** Everything that happened, newest first: when, what, by whom, the facts, and an administrator's reason. */
export function TimelineSection({ events, canAct }: { events: readonly AdoptionEvent[]; canAct: boolean }) {
  const t = getTranslator('en', 'adminAdoption.timeline');
  return (
    <AdminSection
      id="timeline"
      title={t('title')}
      note={t('note')}
      actions={canAct && <ActionFormButton action={{ form: 'add_note' }} />}
    >
      <ol className="grid rounded-2 border border-line bg-surface px-4 text-small">
        {events.toReversed().map((event) => {
          const reason = textOf(event.detail?.reason);
          return (
            <li
              key={event.id}
              className="grid gap-x-4 gap-y-0.5 border-b border-line py-2 last:border-b-0 sm:grid-cols-[11rem_minmax(0,1fr)]"
            >
              <time dateTime={new Date(event.atMs).toISOString()} className="text-ink-2 tabular-nums">
                {timeOf(event.atMs)}
              </time>
              <div className="grid gap-0.5 wrap-anywhere">
                <p>
                  <strong className="font-semibold">{nameOf('event', event.event)}</strong>
                  <span className="text-ink-2"> · {actorOf(event)}</span>
                </p>
                <FieldList fields={shownFields(null, factsOf(event))} />
                {reason && <p>{event.event === 'note' ? reason : t('reason', { reason })}</p>}
              </div>
            </li>
          );
        })}
      </ol>
    </AdminSection>
  );
}
