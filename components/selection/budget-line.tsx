'use client';

import { CircleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { cn } from '@/components/platform/ui/cn';
import { formatINR } from '@/lib/platform/money';

type BudgetLineProps = {
  /** The visitor's budget and the sum of the chosen seats, in paise. */
  budgetPaise: number;
  spentPaise: number;
  /** True where space is scarce: without the budget itself. */
  short?: boolean;
};

/** What is left of a budget, or by how much the chosen seats exceed it: in words, with an icon and in colour. */
export function BudgetLine({ budgetPaise, spentPaise, short = false }: BudgetLineProps) {
  const text = useBudgetText()(budgetPaise, spentPaise, short);
  const over = spentPaise > budgetPaise;
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1 text-small leading-tight tabular-nums',
        over ? 'font-semibold text-error' : 'text-ink-2',
      )}
    >
      {over && <CircleAlert aria-hidden className="size-4 shrink-0" />}
      <span>{text}</span>
    </span>
  );
}

/** Returns a function that says what is left of a budget. */
export function useBudgetText() {
  const t = useTranslations('list.budget');
  return (budgetPaise: number, spentPaise: number, short = true): string => {
    const rest = budgetPaise - spentPaise;
    const values = { amount: formatINR(Math.abs(rest)), budget: formatINR(budgetPaise) };
    if (short) return rest < 0 ? t('over', values) : t('left', values);
    return rest < 0 ? t('overOf', values) : t('leftOf', values);
  };
}
