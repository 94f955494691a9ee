'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/platform/ui/button';

const loadQuestion = () => import('@/components/platform/ui/question').then(({ Question }) => Question);
const Question = dynamic(loadQuestion, { ssr: false });

/** 'Clear Cart' and its confirmation, which is loaded on intent. */
export function ClearCart({ onClear }: { onClear: () => void }) {
  const t = useTranslations('cart.clear');
  const [asking, setAsking] = useState(false);
  const prepare = () => void loadQuestion();
  return (
    <>
      <Button
        variant="bare"
        size="inline"
        aria-haspopup="dialog"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setAsking(true)}
      >
        {t('open')}
      </Button>
      {asking && (
        <Question
          title={t('title')}
          text={t('text')}
          no={t('cancel')}
          yes={t('confirm')}
          onYes={onClear}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
