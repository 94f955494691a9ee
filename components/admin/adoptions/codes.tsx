import { AdminSection } from '@/components/admin/section';
import { DataTable } from '@/components/platform/ui/data-table';
import { StatusTag } from '@/components/platform/ui/status-tag';
import type { AdminAdoption, AdoptionCode } from '@/lib/admin/adoptions/queries';
import { UNVERIFIED_STATES } from '@/lib/adoption/core/rules';
import { getTranslator } from '@/lib/platform/i18n/server';
import { SendCodeAgain } from './send-code-again';
import { timeOf } from './texts';

type CodesProps = { adoption: AdminAdoption; mayAct: boolean };

/** The one-time codes of an adoption: when they were asked for, where they went, and what became of them. */
export function CodesSection({ adoption: { codes, reference, state }, mayAct }: CodesProps) {
  const t = getTranslator('en', 'adminAdoption.codes');
  return (
    <AdminSection
      id="codes"
      title={t('title')}
      actions={mayAct && UNVERIFIED_STATES.includes(state) && <SendCodeAgain reference={reference} />}
    >
      <DataTable
        labelledBy="codes"
        rows={codes.toReversed()}
        rowKey={({ id }) => String(id)}
        none={t('none')}
        columns={[
          { title: t('asked'), as: 'digits', cell: ({ askedMs }) => timeOf(askedMs) },
          { title: t('for'), cell: ({ isAccess }) => t(isAccess ? 'access' : 'adoption') },
          { title: t('to'), cell: ({ to }) => to },
          { title: t('state'), cell: (code) => <State code={code} /> },
          { title: t('more'), as: 'long', cell: moreOf },
        ]}
      />
    </AdminSection>
  );
}

function State({ code: { usedMs, isOver, failure } }: { code: AdoptionCode }) {
  const t = getTranslator('en', 'adminAdoption.codes');
  const [icon, tone, text] =
    failure !== null
      ? (['Ban', 'error', t('refused', { reason: failure })] as const)
      : usedMs !== null
        ? (['CircleCheck', 'ok', t('used', { at: timeOf(usedMs) })] as const)
        : (['Hourglass', 'warn', t(isOver ? 'over' : 'sent')] as const);
  return (
    <StatusTag icon={icon} tone={tone} small>
      {text}
    </StatusTag>
  );
}

/** Wrong codes that were entered, and requests for another one that the limits refused. */
function moreOf({ wrongAttempts, refusedRequests, refusedMs }: AdoptionCode): string {
  const t = getTranslator('en', 'adminAdoption.codes');
  return [
    wrongAttempts > 0 && t('wrong', { count: wrongAttempts }),
    refusedMs !== null && t('limited', { count: refusedRequests, at: timeOf(refusedMs) }),
  ]
    .filter(Boolean)
    .join(' ');
}
