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

type GiveBackProps = {
  billingId: string;
  reservation: string;
  /** The seats of one line; without it all that are reserved for the adoption. */
  lines?: { course_id: string; seats: number }[];
  seats: number;
  /** What names them. */
  of: string;
  bearer: Bearer;
};

/** Gives reserved seats back after a question, which is loaded on intent. */
export function GiveBack({ billingId, reservation, lines, seats, of, bearer }: GiveBackProps) {
  const t = useTranslations('adoptionPage.renewal');
  const textOf = useMessage();
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const prepare = () => void loadQuestion();
  const [pending, end] = usePending(async () => {
    const send = callerOf(bearer);
    const ended = await send('POST /billing/{billingId}/renewal', {
      params: { billingId },
      body: { reservation, lines },
    });
    if (ended.ok) notify.success(ended.data.message, { id: 'renewal' });
    else notify.error(ended.message ?? textOf({ code: 'own_adoption.choice_failed' }), { id: 'renewal' });
    router.refresh();
  });
  return (
    <>
      <Button
        variant="bare"
        size="inline"
        className="justify-self-start text-small"
        pending={pending}
        aria-haspopup="dialog"
        aria-label={t('endOf', { seats, of })}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setAsking(true)}
      >
        {t('end', { seats })}
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
