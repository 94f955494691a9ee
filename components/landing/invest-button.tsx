'use client';

import type { MouseEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { notify } from '@/components/ui/toaster';

/** Asks for a course and brings the course cards into view (R-LAND-02, R-LAND-03). Without script the form's address leads there. */
export function InvestButton({ target }: { target: string }) {
  const t = useTranslations('landing.hero');
  const invest = (event: MouseEvent) => {
    event.preventDefault();
    notify.info(t('toast'), { id: 'invest' });
    const cards = document.getElementById(target);
    cards?.scrollIntoView();
    cards?.focus({ preventScroll: true });
  };
  return (
    <form action={`#${target}`}>
      <Button type="submit" variant="zari" onClick={invest}>
        {t('button')}
      </Button>
    </form>
  );
}
