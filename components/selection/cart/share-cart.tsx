'use client';

import { Copy, Share2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useEffect, useId, useRef, useState, type ComponentProps } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useLoaded } from '@/components/platform/form/use-loaded';
import { Button } from '@/components/platform/ui/button';
import { Input } from '@/components/platform/ui/field';
import { call } from '@/lib/api/client/client';
import { formatDate } from '@/lib/platform/dates';
import { object, oneOf, text } from '@/lib/platform/schema';
import { chosenKey } from '@/lib/selection/cart';
import { readStored, writeItem } from '@/lib/platform/storage';
import type { CartShared } from './share-form';

/** The last link that was made in this browser: of which lines, and of the cart or the selection. */
type Made = { key: string; of: 'cart' | 'selection'; link: CartShared };

const MADE_KEY = 'shared-cart-link';

const madeSchema = object<Made>({
  key: text,
  of: oneOf(['cart', 'selection']),
  link: object<CartShared>({ url: text, expires_at: text }),
});

/** Returns the stored link if it has not ended. */
function readMade(): Made | null {
  const made = readStored('localStorage', MADE_KEY, madeSchema);
  return made && Date.parse(made.link.expires_at) > Date.now() ? made : null;
}

type ShareCartProps = Omit<ComponentProps<typeof ShareForm>, 'onMade'> & { of?: 'cart' | 'selection' };

const loadForm = () => import('./share-form').then(({ ShareForm }) => ShareForm);
const ShareForm = dynamic(loadForm, { ssr: false });

/** Makes a link that shows the cart or the dashboard's selection to colleagues. One that has changed since needs another link. */
export function ShareCart({ lines, onOutdated, of = 'cart' }: ShareCartProps) {
  const t = useTranslations('cart.share');
  const [earlier] = useState(readMade);
  const [made, setMade] = useState(earlier);
  const [isOpen, setOpen] = useState(false);
  const prepare = () => void loadForm();
  const key = chosenKey(lines);

  const keep = (link: CartShared) => {
    const next = { key, of, link };
    writeItem('localStorage', MADE_KEY, JSON.stringify(next));
    setMade(next);
    setOpen(false);
  };

  const isSame = made?.key === key;
  return (
    <>
      {isSame && <ShareLink link={made.link} of={of} isNew={made !== earlier} />}
      {made?.of === of && <Decisions key={made.link.url} url={made.link.url} isSame={isSame} />}
      {!isSame && !isOpen && (
        <Button
          variant="bare"
          size="inline"
          className="justify-self-start"
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={() => setOpen(true)}
        >
          <Share2 aria-hidden />
          <span>{t(of === 'cart' ? 'button' : 'buttonSelection')}</span>
        </Button>
      )}
      {!isSame && isOpen && <ShareForm lines={lines} onOutdated={onOutdated} onMade={keep} />}
    </>
  );
}

/** What was decided about the last link; nothing once it has ended. */
function Decisions({ url, isSame }: { url: string; isSame: boolean }) {
  const t = useTranslations('cart.share');
  const locale = useLocale();
  const token = url.split('/').at(-1)!;
  const { data } = useLoaded(() => call('GET /cart/share/{token}/decisions', { params: { token } }), t('failed'));
  if (!data) return null;
  return (
    <section
      aria-label={t('last', { date: formatDate(new Date(data.shared_at), locale) })}
      className="grid gap-1 text-small"
    >
      <h3 className="text-small font-semibold">{t('last', { date: formatDate(new Date(data.shared_at), locale) })}</h3>
      {!isSame && <p className="text-ink-2">{t('changed')}</p>}
      {data.decisions.length === 0 && <p className="text-ink-2">{t('none')}</p>}
      <ul>
        {data.decisions.map(({ decision, name, note, at }) => (
          <li key={at} className="border-t border-line py-2 wrap-anywhere">
            <b>{t(decision, { name, date: formatDate(new Date(at), locale) })}</b>
            {note && <p>{note}</p>}
          </li>
        ))}
      </ul>
      {data.decisions.length > 0 && <p className="text-ink-2">{t('binding')}</p>}
    </section>
  );
}

/** The link, which can be copied, handed to another app, or selected. */
function ShareLink({ link: { url, expires_at }, of, isNew }: Pick<Made, 'link' | 'of'> & { isNew: boolean }) {
  const t = useTranslations('cart.share');
  const locale = useLocale();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState<'copied' | 'refused' | null>(null);
  // The button that made the link is gone.
  useEffect(() => {
    if (isNew) field.current?.focus();
  }, [isNew]);

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
        <Button size="small" variant="line" className="min-h-tap" onClick={copy}>
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
