'use client';

import { Copy, Share2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { usePending } from '@/components/platform/form/use-pending';
import { Button } from '@/components/platform/ui/button';
import { Input } from '@/components/platform/ui/field';
import { notify } from '@/components/platform/ui/toaster';
import type { Answer } from '@/lib/api/client/call-types';
import { call } from '@/lib/api/client/client';
import { coursesSchema, type Course } from '@/lib/catalogue/schema';
import { formatDate } from '@/lib/platform/dates';
import type { CartEntry } from '@/lib/selection/cart';

type CartShared = Answer<'POST /cart/share'>;

type ShareCartProps = {
  lines: readonly CartEntry[];
  /** Called with the current courses if a line is not offered any more. */
  onOutdated: (courses: readonly Course[], ids: readonly string[]) => void;
  of?: 'cart' | 'selection';
};

/** Makes a link that shows the cart or the dashboard's selection to colleagues. One that has changed since needs another link. */
export function ShareCart({ lines, onOutdated, of = 'cart' }: ShareCartProps) {
  const t = useTranslations('cart.share');
  const [made, setMade] = useState<{ key: string; link: CartShared } | null>(null);
  const key = lines.map(({ id, selectedSeats }) => `${id} ${selectedSeats}`).join();

  const [pending, share] = usePending(async () => {
    const ids = lines.map(({ id }) => id);
    const selected_courses = lines.map(({ id, selectedSeats }) => ({ course_id: id, selectedSeats }));
    const result = await call('POST /cart/share', { body: { selected_courses } });
    if (result.ok) return setMade({ key, link: result.data });
    const current = coursesSchema.safeParse(result.details.courses);
    if (current.success) onOutdated(current.data, ids);
    notify.error(result.message ?? t('failed'), { id: 'share' });
  });

  if (made?.key === key) return <ShareLink link={made.link} of={of} />;
  return (
    <Button wide variant="line" pending={pending} onClick={share}>
      {!pending && <Share2 aria-hidden />}
      <span>{t(of === 'cart' ? 'button' : 'buttonSelection')}</span>
    </Button>
  );
}

/** The link, which can be copied, handed to another app, or selected. */
function ShareLink({ link: { url, expires_at }, of }: { link: CartShared; of: 'cart' | 'selection' }) {
  const t = useTranslations('cart.share');
  const locale = useLocale();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState<'copied' | 'refused' | null>(null);
  // The button that made the link is gone.
  useEffect(() => field.current?.focus(), []);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setSaid('copied');
    } catch {
      // Refused by the browser, or a page without HTTPS: the visitor copies the selected text.
      field.current?.focus();
      setSaid('refused');
    }
  };
  // Closing the system's dialog rejects as well: nothing to report.
  const send = () => navigator.share({ title: t('subject'), url }).catch(() => undefined);

  return (
    <div className="grid gap-2 rounded-2 bg-sunken p-3">
      <label htmlFor={id} className="text-small font-semibold">
        {t(of === 'cart' ? 'label' : 'labelSelection')}
      </label>
      <Input
        ref={field}
        id={id}
        readOnly
        value={url}
        aria-describedby={`${id}-about`}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="small" className="min-h-tap" onClick={copy}>
          <Copy aria-hidden />
          {t('copy')}
        </Button>
        {'share' in navigator && (
          <Button size="small" variant="line" className="min-h-tap" onClick={send}>
            <Share2 aria-hidden />
            {t('send')}
          </Button>
        )}
      </div>
      <p role="status" className="text-small font-semibold">
        {said && t(said)}
      </p>
      <p id={`${id}-about`} className="text-small text-ink-2">
        {t('about', { date: formatDate(new Date(expires_at), locale) })}
      </p>
    </div>
  );
}
