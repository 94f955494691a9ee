'use client';

import { useTranslations } from 'use-intl';
import { Button } from './button';
import './status-tag.css';
import { notify } from './toaster';

/** Copies a short text that stands beside it, and says whether the browser did. `about` names it to screen readers. */
export function CopyButton({ text, about }: { text: string; about?: string }) {
  const t = useTranslations('common.copy');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      notify.success(t('copied', { text }), { id: 'copy' });
    } catch {
      // Refused by the browser, or a page without HTTPS.
      notify.error(t('refused', { text }), { id: 'copy' });
    }
  };
  return (
    // Positioned: hidden text of a row would otherwise widen the page around a table that scrolls.
    <Button size="small" variant="line" data-icon="Copy" className="relative min-h-tap" onClick={() => void copy()}>
      {t('button')}
      {about && <span className="sr-only">{about}</span>}
    </Button>
  );
}
