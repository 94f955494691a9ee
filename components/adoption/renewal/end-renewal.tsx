'use client';

import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { callerOf, type Bearer } from '@/components/checkout/payment/adoption-api';
import { useMessage } from '@/components/platform/form/use-message';
import { usePending } from '@/components/platform/form/use-pending';
import { Button } from '@/components/platform/ui/button';
import { notify } from '@/components/platform/ui/toaster';

const loadQuestion = () => import('@/components/platform/ui/question').then(({ Question }) => Question);
const Question = dynamic(loadQuestion, { ssr: false });

type EndRenewalProps = { billingId: string; reservation: string; seats: number; bearer: Bearer };

/** Gives the seats of a renewal back after a question, which is loaded on intent. */
export function EndRenewal({ billingId, reservation, seats, bearer }: EndRenewalProps) {
  const t = useTranslations('adoptionPage.renewal');
  const textOf = useMessage();
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const prepare = () => void loadQuestion();
  const [pending, end] = usePending(async () => {
    const send = callerOf(bearer);
    const ended = await send('POST /billing/{billingId}/renewal', { params: { billingId }, body: { reservation } });
    if (ended.ok) notify.success(ended.data.message, { id: 'renewal' });
    else notify.error(ended.message ?? textOf({ code: 'own_adoption.choice_failed' }), { id: 'renewal' });
    router.refresh();
  });
  return (
    <>
      <Button
        variant="line"
        pending={pending}
        aria-haspopup="dialog"
        aria-label={t('endOf', { seats })}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setAsking(true)}
      >
        {t('end')}
      </Button>
      {asking && (
        <Question
          title={t('endTitle', { seats })}
          text={t('endText', { seats })}
          no={t('endNo')}
          yes={t('endYes')}
          onYes={() => void end()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
