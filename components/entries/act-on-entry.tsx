'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { StepButton } from '@/components/admin/adoptions/second-step';
import { Shortages } from '@/components/admin/reservations/chosen-offers';
import { ReasonDialog } from '@/components/admin/reason-dialog';
import { callAsAdmin } from '@/lib/api/client/admin';

type DecideEntryProps = {
  action: 'confirm' | 'refuse';
  entry: { id: string; version: number; company: string };
  /** What happens. */
  text: string;
  /** The id of the text that says why the reader cannot do it. */
  refusedBy?: string;
};

/** A button that confirms or refuses an entry after a question. */
export function DecideEntry({ action, entry: { id, version, company }, text, refusedBy }: DecideEntryProps) {
  const t = useTranslations('entries');
  const router = useRouter();
  const button = (
    <StepButton aria-label={t(`${action}.of`, { company })} refusedBy={refusedBy}>
      {t(`${action}.button`)}
    </StepButton>
  );
  if (refusedBy) return button;
  return (
    <ReasonDialog
      trigger={button}
      title={t(`${action}.title`)}
      about={company}
      submit={t(`${action}.yes`)}
      submitting={t('saving')}
      reason={t(`${action}.reason`)}
      failed={t('failed')}
      explain={(problem) => <Shortages problem={problem} />}
      send={(reason) =>
        callAsAdmin('PATCH /admin/entries/{entryId}', {
          params: { entryId: id },
          body: { action, version, reason },
        })
      }
      toast="entry"
      done={({ reference }) =>
        action === 'confirm' ? t('confirm.done', { reference: reference ?? '' }) : t('refuse.done')
      }
      onRefused={() => router.refresh()}
    >
      <p className="wrap-anywhere">{text}</p>
    </ReasonDialog>
  );
}
