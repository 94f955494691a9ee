'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { OfferSearch } from '@/components/admin/reservations/offer-search';
import { Form } from '@/components/platform/form/form';
import type { Problem } from '@/components/platform/form/use-form';
import { useMessage } from '@/components/platform/form/use-message';
import { usePending } from '@/components/platform/form/use-pending';
import { Checkbox } from '@/components/platform/ui/checkbox';
import { DataTable } from '@/components/platform/ui/data-table';
import { Field } from '@/components/platform/ui/field';
import { Note } from '@/components/platform/ui/note';
import { callAsAdmin } from '@/lib/api/client/admin';
import type { MovePlan } from '@/lib/admin/moves/schema';
import { formatCount } from '@/lib/platform/format-count';
import { formatINR, requirePaise } from '@/lib/platform/money';
import type { ErrorCode } from '@/lib/platform/i18n/errors';

type StartMovesProps = { from: string; session: string; until: string };
type Checked = { to: string; plan: MovePlan };

/** What the difference of a plan is in paise; less than 0 if it costs less. */
const paiseOf = (rupees: string): number =>
  rupees.startsWith('-') ? -requirePaise(rupees.slice(1)) : requirePaise(rupees);

/**
 * Finds the offer that is proposed, shows what moving there would do to each adoption, and asks the chosen sponsors.
 * @param until the usual last day to answer, YYYY-MM-DD
 */
export function StartMoves({ from, session, until }: StartMovesProps) {
  const t = useTranslations('moves.start');
  const textOf = useMessage();
  const [checked, setChecked] = useState<Checked | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, check] = usePending(async (to: string) => {
    const result = await callAsAdmin('POST /admin/moves', { body: { step: 'check', from, to } });
    const plan = result.ok ? result.data.plan : null;
    setChecked(plan && { to, plan });
    setProblem(result.ok ? null : (result.message ?? textOf({ code: 'move.failed' })));
  });
  return (
    <div className="grid max-w-200 gap-4">
      <OfferSearch
        sessions={[session]}
        chosen={checked ? [checked.to, from] : [from]}
        onChoose={({ id }) => void check(id)}
      />
      <div role="status">
        {pending && <p className="text-small">{t('checking')}</p>}
        {problem && <Note kind="warn">{problem}</Note>}
      </div>
      {checked && !pending && (
        <ChosenMoves
          key={JSON.stringify(checked)}
          from={from}
          checked={checked}
          until={until}
          onChanged={(plan) => setChecked({ ...checked, plan })}
          onDone={() => setChecked(null)}
        />
      )}
    </div>
  );
}

type ChosenMovesProps = {
  from: string;
  checked: Checked;
  until: string;
  onChanged: (plan: MovePlan) => void;
  onDone: () => void;
};

function ChosenMoves({ from, checked: { to, plan }, until, onChanged, onDone }: ChosenMovesProps) {
  const t = useTranslations('moves.start');
  const textOf = useMessage();
  const router = useRouter();
  const movable = plan.adoptions.filter(({ code }) => code === null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => fitting(movable, plan.free));
  const adoptions = movable.filter(({ reference }) => chosen.has(reference));
  const seats = adoptions.reduce((sum, adoption) => sum + adoption.seats, 0);
  const choose = (reference: string, isChosen: boolean) =>
    setChosen((now) => new Set(isChosen ? [...now, reference] : [...now].filter((each) => each !== reference)));
  return (
    <Form
      noValidate
      autoComplete="off"
      submit={t('submit', { count: adoptions.length })}
      submitting={t('submitting')}
      fieldOf={{ 'move.until': 'until', 'adoption.reason_required': 'reason', 'adoption.text_too_long': 'reason' }}
      failed={{ code: 'move.failed' }}
      send={(fields) =>
        callAsAdmin('POST /admin/moves', {
          body: {
            ...{ step: 'start', from, to, price_per_seat: plan.price_per_seat },
            until: String(fields.get('until')),
            reason: String(fields.get('reason')),
            adoptions: adoptions.map((adoption) => ({ reference: adoption.reference, seats: adoption.seats })),
          },
        })
      }
      onRefused={({ details }: Problem) => {
        if (details.plan) onChanged(details.plan as MovePlan);
      }}
      toast="moves"
      done={({ done }) => t('done', { count: done })}
      onDone={() => {
        onDone();
        router.refresh();
      }}
    >
      {({ field }) => (
        <>
          <p id="plan" className="text-small wrap-anywhere">
            {t('plan', { to: plan.to, price: formatINR(requirePaise(plan.price_per_seat)), free: plan.free })}
          </p>
          <DataTable
            labelledBy="plan"
            rows={plan.adoptions}
            rowKey={({ reference }) => reference}
            columns={[
              {
                title: t('column.adoption'),
                as: 'name',
                cell: ({ reference, company_name: company, code }) => (
                  <label className="flex items-start gap-2">
                    <Checkbox
                      checked={chosen.has(reference)}
                      disabled={code !== null}
                      onChange={({ target }) => choose(reference, target.checked)}
                    />
                    <span>
                      {company}
                      <small className="block">{reference}</small>
                    </span>
                  </label>
                ),
              },
              { title: t('column.seats'), as: 'figure', cell: (adoption) => formatCount(adoption.seats) },
              { title: t('column.students'), as: 'figure', cell: ({ students }) => formatCount(students) },
              { title: t('column.paid'), as: 'figure', cell: ({ paid }) => formatINR(requirePaise(paid)) },
              { title: t('column.difference'), as: 'figure', cell: ({ difference }) => formatINR(paiseOf(difference)) },
              { title: t('column.why'), as: 'long', cell: ({ code }) => code && textOf({ code: code as ErrorCode }) },
            ]}
          />
          <p role="status" className="text-small">
            {t('chosen', { count: adoptions.length, seats, free: plan.free, fits: seats > plan.free ? 'no' : 'yes' })}
          </p>
          <Field label={t('until')} hint={t('untilHint')} type="date" defaultValue={until} {...field('until')} />
          <Field label={t('reason')} hint={t('reasonHint')} maxLength={500} {...field('reason')} />
        </>
      )}
    </Form>
  );
}

/** The first adoptions whose seats are free together. */
function fitting(adoptions: MovePlan['adoptions'], free: number): ReadonlySet<string> {
  let left = free;
  return new Set(
    adoptions.flatMap(({ reference, seats }) => {
      if (seats > left) return [];
      left -= seats;
      return [reference];
    }),
  );
}
