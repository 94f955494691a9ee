'use client';

import { useTranslations } from 'use-intl';
import type { PaperKind } from '@/db/schema/enums';
import { ActionButton } from '@/components/platform/form/action-button';
import { callAsAdmin } from '@/lib/api/client/admin';
import { useOpenAction } from './action-context';

type IssueButtonProps = {
  reference: string;
  kind: Exclude<PaperKind, 'certificate'>;
  /** Id of the receipt, payment or refund; absent for a paper about the adoption. */
  source?: string;
  /** The paper in words, for the accessible name. */
  about: string;
  /** Ids of the papers on the page. */
  issued: readonly string[];
};

/** Issues a paper of an adoption. If the newest one shows the present data already, that is said instead. */
export function IssueButton({ reference, kind, source, about, issued }: IssueButtonProps) {
  const t = useTranslations('adminAdoption.papers');
  if (useOpenAction() === null) return null;
  return (
    <ActionButton
      variant="bare"
      size="small"
      className="ms-auto -me-3"
      aria-label={t('issueOf', { paper: about })}
      send={() =>
        callAsAdmin('POST /admin/billings/{reference}/papers', { params: { reference }, body: { kind, source } })
      }
      toast="paper"
      done={({ id, serial }) => t(issued.includes(id) ? 'unchanged' : 'done', { serial })}
      failed={t('notIssued')}
    >
      {t('issue')}
    </ActionButton>
  );
}
