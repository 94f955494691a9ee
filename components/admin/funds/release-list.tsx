import { SecondStep } from '@/components/admin/adoptions/second-step';
import { nameOf } from '@/components/admin/adoptions/texts';
import { StateTag } from '@/components/admin/state-tag';
import type { ReleaseRow } from '@/lib/funds/queries';
import { formatTableDay } from '@/lib/platform/dates';
import { formatINR } from '@/lib/platform/money';
import { getTranslator } from '@/lib/platform/i18n/server';
import { placeOf } from '@/lib/platform/place-of';
import { ReleaseAction } from './release-action';
import { GiveBack } from './transfer-buttons';

const t = getTranslator('en', 'funds');

type ReleaseListProps = { labelledBy: string; releases: readonly ReleaseRow[]; canAct: boolean };

/** Transfers to institutes and back: what, when, in which state, and what can be done with each. */
export function ReleaseList({ labelledBy, releases, canAct }: ReleaseListProps) {
  return (
    <ul aria-labelledby={labelledBy} className="border-t-2 border-ink">
      {releases.map((release) => (
        <Item key={release.id} release={release} canAct={canAct} />
      ))}
    </ul>
  );
}

function Item({ release, canAct }: { release: ReleaseRow; canAct: boolean }) {
  const { kind, state, mode, reference, paidOn, amountPaise, receivedOn, recordedBy, remark, lines } = release;
  return (
    <li className="grid items-start gap-x-6 gap-y-1 border-b border-line py-3 text-small sm:grid-cols-2 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_minmax(0,1.4fr)_minmax(0,1.2fr)]">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">{placeOf(release.institute, release.city)}</p>
        <p className="text-ink-2">
          {t(`kind.${kind}`)} · {t('lines', { count: lines })}
        </p>
        {remark && <p className="text-ink-2">{remark}</p>}
      </div>
      <div className="min-w-0 wrap-anywhere tabular-nums">
        <p className="font-semibold">{formatINR(amountPaise)}</p>
        <p className="text-ink-2">
          {formatTableDay(paidOn)} · {nameOf('mode', mode)} {reference}
        </p>
      </div>
      <div className="min-w-0">
        <StateTag state={state} text={t(`state.${state}`)} />
        <p className="text-ink-2">
          {state === 'confirmed' && kind === 'passed_on'
            ? receivedOn === null
              ? t('notReceived')
              : t('received', { day: formatTableDay(receivedOn) })
            : t('by', { admin: recordedBy ?? t('gone') })}
        </p>
      </div>
      {canAct && <Actions release={release} />}
    </li>
  );
}

function Actions({ release }: { release: ReleaseRow }) {
  const { id, kind, state, needsOther, amountPaise, reference, instituteId } = release;
  const institute = placeOf(release.institute, release.city);
  const about = { id, subject: t('subject', { amount: formatINR(amountPaise), institute, reference }) };
  if (state === 'recorded')
    return (
      <SecondStep isOwn={needsOther} id={id} text={t('own')}>
        <ReleaseAction action="confirm" {...about} refusedBy={needsOther ? `own-${id}` : undefined} />
        <ReleaseAction action="reject" {...about} />
      </SecondStep>
    );
  if (state === 'ordered')
    return (
      <div className="-ms-3 flex flex-wrap gap-x-2">
        <ReleaseAction action="pay" {...about} />
        <ReleaseAction action="reject" {...about} />
      </div>
    );
  return (
    state === 'confirmed' && (
      <div className="-ms-3 flex flex-wrap gap-x-2">
        <ReleaseAction action="return" {...about} />
        {kind === 'passed_on' && <GiveBack institute={{ id: instituteId, name: institute }} />}
      </div>
    )
  );
}
