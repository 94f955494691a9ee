'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';

const loadQuestion = () => import('./clear-question').then(({ ClearQuestion }) => ClearQuestion);
const ClearQuestion = dynamic(loadQuestion, { ssr: false });

/** 'Clear Cart' and its confirmation, which is loaded on intent. */
export function ClearCart({ onClear }: { onClear: () => void }) {
  const t = useTranslations('cart.clear');
  const [asking, setAsking] = useState(false);
  const prepare = () => void loadQuestion();
  return (
    <>
      <Button
        variant="bare"
        className="justify-self-center"
        aria-haspopup="dialog"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setAsking(true)}
      >
        {t('open')}
      </Button>
      {asking && <ClearQuestion onClear={onClear} onClose={() => setAsking(false)} />}
    </>
  );
}
