'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { USE_HEADS, type UseHead } from '@/db/schema/enums';
import { Form } from '@/components/platform/form/form';
import { invalid } from '@/components/platform/form/use-form';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { Field } from '@/components/platform/ui/field';
import { callAsAdmin } from '@/lib/api/client/admin';
import { formatINR, toRupeeString } from '@/lib/platform/money';
import { plainAmount, readRupees } from '@/lib/platform/read-amount';

type Heads = Partial<Record<UseHead, string>>;

type UseFormProps = {
  courseId: string;
  year: string;
  /** The course and the day up to which it was used, as a sentence. */
  subject: string;
  /** The label of the amount, with that day. */
  label: string;
  passedPaise: number;
  usedPaise: number | null;
  heads: Partial<Record<UseHead, number>> | null;
  revision: number;
};

const typed = (paise: number | null | undefined) => (paise == null ? '' : toRupeeString(paise));

/** How much of the money for an offer was used up to the end of a financial year: one amount, and what it was spent on as a fold. */
export function UseForm({ courseId, year, subject, label, passedPaise, revision, ...stated }: UseFormProps) {
  const t = useTranslations('office.money');
  const [used, setUsed] = useState(typed(stated.usedPaise));
  const [heads, setHeads] = useState<Heads>(() =>
    Object.fromEntries(USE_HEADS.map((head) => [head, typed(stated.heads?.[head])])),
  );
  const [isOpen, setOpen] = useState(stated.heads !== null);
  const given = USE_HEADS.filter((head) => (heads[head] ?? '').trim() !== '');
  const sum = given.reduce((all, head) => all + (readRupees(heads[head]!) ?? 0), 0);
  const rest = (readRupees(used) ?? 0) - sum;

  return (
    <Form
      noValidate
      autoComplete="off"
      aria-label={subject}
      className="max-w-100"
      submit={revision === 0 ? t('save') : t('correct')}
      submitting={t('saving')}
      fieldOf={{ 'adoption.amount_invalid': 'used', 'use.above_passed': 'used' }}
      send={async () => {
        if (used.trim() === '') return invalid({ used: { code: 'adoption.amount_invalid' } });
        if (given.length > 0 && rest !== 0) {
          setOpen(true);
          return invalid({ heads: { code: 'use.heads_sum' } });
        }
        return callAsAdmin('POST /office/offers/{courseId}/use', {
          params: { courseId },
          body: {
            financial_year: year,
            used: plainAmount(used),
            heads:
              given.length > 0 ? Object.fromEntries(given.map((head) => [head, plainAmount(heads[head]!)])) : undefined,
            revision,
          },
        });
      }}
      toast="money"
      done={t('saved')}
    >
      {({ field }) => {
        // That the parts do not add up is said at the last of them, until they do.
        const headField = (head: UseHead) => {
          const own = field(`heads.${head}`);
          return head === given.at(-1) && rest !== 0 ? { ...own, error: own.error ?? field('heads').error } : own;
        };
        return (
          <>
            <Field
              label={label}
              hint={t('of', { amount: formatINR(passedPaise) })}
              inputMode="decimal"
              prefix="₹"
              className="tabular-nums"
              value={used}
              onChange={({ target }) => setUsed(target.value)}
              {...field('used')}
            />
            <Disclosure
              small
              summary={t('headsTitle')}
              open={isOpen}
              onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
            >
              <p className="pt-2 text-small text-ink-2">{t('headsText')}</p>
              <div className="grid gap-3 pt-2 sm:grid-cols-2">
                {USE_HEADS.map((head) => (
                  <Field
                    key={head}
                    label={t(`heads.${head}`)}
                    inputMode="decimal"
                    prefix="₹"
                    className="tabular-nums"
                    value={heads[head] ?? ''}
                    onChange={({ target }) => setHeads({ ...heads, [head]: target.value })}
                    {...headField(head)}
                  />
                ))}
              </div>
              <p role="status" className="mt-2 text-small font-semibold tabular-nums">
                {given.length > 0 &&
                  t(rest === 0 ? 'headsEqual' : rest > 0 ? 'headsRest' : 'headsOver', {
                    amount: formatINR(Math.abs(rest)),
                  })}
              </p>
            </Disclosure>
          </>
        );
      }}
    </Form>
  );
}
