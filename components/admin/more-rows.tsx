'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { formatCount } from '@/lib/core/format-count';

const FIRST = 100;
const MORE = 500;

/**
 * Shows a long list step by step: tens of thousands of rows would freeze the browser.
 * @returns the items to show, and the props of the MoreRows below them
 */
export function useMore<T>(items: readonly T[]) {
  const [count, setCount] = useState(FIRST);
  return {
    shown: items.slice(0, count),
    more: { next: Math.max(0, Math.min(MORE, items.length - count)), onMore: () => setCount(count + MORE) },
  };
}

type MoreRowsProps = {
  /** Number of rows that the next step adds; 0 when all are shown. */
  next: number;
  onMore: () => void;
};

/** The button that shows the next rows of a list; nothing when all are shown. */
export function MoreRows({ next, onMore }: MoreRowsProps) {
  const t = useTranslations('admin');
  if (next === 0) return null;
  return (
    <Button variant="line" size="small" className="justify-self-start" onClick={onMore}>
      {t('more', { count: formatCount(next) })}
    </Button>
  );
}
