'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { notify } from '@/components/ui/toaster';
import { adminPost } from '@/lib/api-client/admin';
import type { PaperKind } from '@/lib/document/paper-rules';
import { issuedPaperSchema } from '@/lib/paper/schema';
import { useAct } from './act-context';

type IssueButtonProps = {
  reference: string;
  kind: PaperKind;
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
  const router = useRouter();
  const mayAct = useAct() !== null;
  const [pending, setPending] = useState(false);
  const issue = async () => {
    setPending(true);
    const result = await adminPost(`/admin/billings/${reference}/papers`, { kind, source }, issuedPaperSchema);
    setPending(false);
    if (!result.ok) return void notify.error(result.message ?? t('notIssued'), { id: 'paper' });
    const { id, serial } = result.data;
    notify.success(t(issued.includes(id) ? 'unchanged' : 'done', { serial }), { id: 'paper' });
    router.refresh();
  };
  if (!mayAct) return null;
  return (
    <Button
      variant="bare"
      size="small"
      className="ms-auto -me-3"
      pending={pending}
      aria-label={t('issueOf', { paper: about })}
      onClick={() => void issue()}
    >
      {t('issue')}
    </Button>
  );
}
