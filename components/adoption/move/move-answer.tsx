'use client';

import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { callerOf, type Bearer } from '@/components/checkout/payment/adoption-api';
import { useMessage } from '@/components/platform/form/use-message';
import { usePending } from '@/components/platform/form/use-pending';
import { Button } from '@/components/platform/ui/button';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { SelectField } from '@/components/platform/ui/select-field';
import { notify } from '@/components/platform/ui/toaster';
import { toRupeeString } from '@/lib/platform/money';

const loadQuestion = () => import('@/components/platform/ui/question').then(({ Question }) => Question);
const Question = dynamic(loadQuestion, { ssr: false });

/** An offer that seats can move to, in the language of the page; `cost` says what it costs more or less. */
export type ShownChoice = { id: string; name: string; pricePaise: number; cost: string };

type MoveAnswerProps = {
  billingId: string;
  move: string;
  seats: number;
  /** Null if it was closed since. */
  proposed: ShownChoice | null;
  others: readonly ShownChoice[];
  bearer: Bearer;
};

/** Accepts a proposal to move seats, chooses another offer, or declines, each after a question. */
export function MoveAnswer({ billingId, move, seats, proposed, others, bearer }: MoveAnswerProps) {
  const t = useTranslations('adoptionPage.move');
  const textOf = useMessage();
  const router = useRouter();
  const [asking, setAsking] = useState<ShownChoice | 'decline' | null>(null);
  const [other, setOther] = useState(others[0]?.id ?? '');
  const [pending, answer] = usePending(async (choice: ShownChoice | 'decline') => {
    const send = callerOf(bearer);
    const answered = await send('POST /billing/{billingId}/move', {
      params: { billingId },
      body:
        choice === 'decline'
          ? { answer: 'decline', move }
          : { answer: 'accept', move, course_id: choice.id, seats, price_per_seat: toRupeeString(choice.pricePaise) },
    });
    if (answered.ok) notify.success(answered.data.message, { id: 'move' });
    else notify.error(answered.message ?? textOf({ code: 'own_adoption.choice_failed' }), { id: 'move' });
    router.refresh();
  });
  const prepare = () => void loadQuestion();
  const ask = (choice: ShownChoice | 'decline') => ({
    pending,
    'aria-haspopup': 'dialog' as const,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: () => setAsking(choice),
  });
  const chosen = others.find(({ id }) => id === other);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-3">
        {proposed && <Button {...ask(proposed)}>{t('accept')}</Button>}
        <Button variant="line" {...ask('decline')}>
          {t('decline')}
        </Button>
      </div>
      {others.length > 0 && (
        <Disclosure small summary={t('other')}>
          <div className="grid max-w-120 gap-3">
            <SelectField label={t('choose')} value={other} onChange={({ target }) => setOther(target.value)}>
              {others.map(({ id, name, cost }) => (
                <option key={id} value={id}>
                  {t('choice', { name, cost })}
                </option>
              ))}
            </SelectField>
            {chosen && <p className="font-semibold">{chosen.cost}</p>}
            {chosen && (
              <Button variant="line" className="justify-self-start" {...ask(chosen)}>
                {t('moveThere')}
              </Button>
            )}
          </div>
        </Disclosure>
      )}
      {asking && (
        <Question
          title={asking === 'decline' ? t('declineTitle') : t('acceptTitle', { seats })}
          text={
            asking === 'decline' ? t('declineText') : t('acceptText', { seats, to: asking.name, cost: asking.cost })
          }
          no={t('back')}
          yes={asking === 'decline' ? t('decline') : t('accept')}
          onYes={() => void answer(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}
