'use client';

import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useState, useTransition, type FormEvent, type ReactNode } from 'react';
import { loadToasts, notify } from '@/components/ui/toaster';
import { chosenLocale, type Locale } from '@/lib/i18n/locale';

/**
 * Each language is named in itself, so that those who need it can read it. The Hindi name has its final width before its
 * font is loaded: where the device has no Devanagari font the fallback is wider, and the menu would move.
 */
const OTHER_LANGUAGE: Record<Locale, { locale: Locale; name: string; width?: string }> = {
  en: { locale: 'hi', name: 'हिन्दी', width: 'inline-block w-[1.78em] whitespace-nowrap' },
  hi: { locale: 'en', name: 'English' },
};

type LanguageSwitchProps = {
  locale: Locale;
  /** Names the page's language for screen readers. */
  said: string;
  /** The message for a network failure. */
  failed: string;
  icon?: ReactNode;
  className: string;
};

/**
 * Switches the language and stays on the page: typed and chosen values are preserved. Its texts are props, so that no
 * page loads a namespace for it.
 */
export function LanguageSwitch({ locale, said, failed, icon, className }: LanguageSwitchProps) {
  const router = useRouter();
  const path = usePathname();
  const query = useSearchParams().toString();
  const [switching, startTransition] = useTransition();
  const [switched, setSwitched] = useState(false);
  const other = OTHER_LANGUAGE[locale];

  useEffect(() => {
    // Another tab may have switched the language: without a refresh this page would mix both.
    const follow = () => {
      const chosen = chosenLocale();
      if (!document.hidden && chosen && chosen !== locale) router.refresh();
    };
    document.addEventListener('visibilitychange', follow);
    window.addEventListener('focus', follow);
    window.addEventListener('pageshow', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      window.removeEventListener('focus', follow);
      window.removeEventListener('pageshow', follow);
    };
  }, [locale, router]);

  const change = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (switching) return;
    const form = event.currentTarget;
    startTransition(async () => {
      const body = new URLSearchParams({ locale: other.locale, to: path });
      // The success response is a redirect, which need not be followed; anything else is a failure and leaves the page
      // unchanged.
      const result = await fetch(form.action, { method: 'POST', body, redirect: 'manual' }).catch(() => null);
      if (result?.type !== 'opaqueredirect') return notify.error(failed, { id: 'language' });
      startTransition(() => {
        router.refresh();
        setSwitched(true);
      });
    });
  };

  return (
    <form action="/api/language" method="post" onSubmit={change} onPointerEnter={loadToasts} onFocus={loadToasts}>
      <input type="hidden" name="locale" value={other.locale} />
      <input type="hidden" name="to" value={query ? `${path}?${query}` : path} />
      <button type="submit" lang={other.locale} aria-busy={switching} className={`font-own-name ${className}`}>
        {icon}
        <span className={other.width}>{other.name}</span>
      </button>
      <span role="status" className="sr-only">
        {switched && !switching && said}
      </span>
    </form>
  );
}
