'use client';

import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useState, useTransition, type FormEvent, type ReactNode } from 'react';
import { loadToasts, notify } from '@/components/ui/toaster';
import { chosenLocale, type Locale } from '@/lib/i18n/locale';

/** Each language is offered by its own name, which those who need it can read. */
const OTHER: Record<Locale, { locale: Locale; name: string }> = {
  en: { locale: 'hi', name: 'हिन्दी' },
  hi: { locale: 'en', name: 'English' },
};

type LanguageSwitchProps = {
  locale: Locale;
  /** Says which language the page is in, to those who do not see it. */
  said: string;
  /** Says that the site could not be reached. */
  failed: string;
  icon?: ReactNode;
  className: string;
};

/**
 * Switches the site to its other language and stays on the page: nothing that was typed or chosen is lost. It is given its
 * words, so that no page loads texts for it.
 */
export function LanguageSwitch({ locale, said, failed, icon, className }: LanguageSwitchProps) {
  const router = useRouter();
  const path = usePathname();
  const query = useSearchParams().toString();
  const [switching, startTransition] = useTransition();
  const [switched, setSwitched] = useState(false);
  const other = OTHER[locale];

  useEffect(() => {
    // Another tab may have switched meanwhile: this one would go on half in one language, half in the other.
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
      // What answers is a redirect, which a script need not follow; anything else is a failure, and the page stays as it is.
      const answer = await fetch(form.action, { method: 'POST', body, redirect: 'manual' }).catch(() => null);
      if (answer?.type !== 'opaqueredirect') return notify.error(failed, { id: 'language' });
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
        {other.name}
      </button>
      <span role="status" className="sr-only">
        {switched && !switching && said}
      </span>
    </form>
  );
}
