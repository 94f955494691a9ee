'use client';

import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useState, useTransition, type FormEvent, type ReactNode } from 'react';
import { loadToasts, notify } from '@/components/platform/ui/toaster';
import { chosenLocale, LANGUAGES, LOCALES, type Locale } from '@/lib/platform/i18n/locale';

/**
 * The Hindi name has its final width before its font is loaded: where the device has no Devanagari font the fallback is
 * wider, and the menu would move.
 */
const WIDTH: Record<Locale, string | undefined> = { en: undefined, hi: 'inline-block w-[1.78em] whitespace-nowrap' };

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
 * Switches to one of the other languages, each named in itself, and stays on the page: typed and chosen values are preserved. Its texts are props, so that no
 * page loads a namespace for it.
 */
export function LanguageSwitch({ locale, said, failed, icon, className }: LanguageSwitchProps) {
  const router = useRouter();
  const path = usePathname();
  const query = useSearchParams().toString();
  const [switching, startTransition] = useTransition();
  const [switched, setSwitched] = useState(false);

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
    const { value } = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement;
    startTransition(async () => {
      const body = new URLSearchParams({ locale: value, to: path });
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
      <input type="hidden" name="to" value={query ? `${path}?${query}` : path} />
      {LOCALES.filter((other) => other !== locale).map((other, at) => (
        // The key is the position, so that the button keeps the focus when it names another language.
        <button
          key={at}
          type="submit"
          name="locale"
          value={other}
          lang={other}
          aria-busy={switching}
          className={`font-own-name ${className}`}
        >
          {icon}
          <span className={WIDTH[other]}>{LANGUAGES[other].name}</span>
        </button>
      ))}
      <span role="status" className="sr-only">
        {switched && !switching && said}
      </span>
    </form>
  );
}
