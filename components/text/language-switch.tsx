'use client';

import { usePathname, useRouter } from 'next/navigation';
import { useTransition, type FormEvent } from 'react';
import type { Locale } from '@/lib/text/locale';

/** Each language is offered by its own name, which those who need it can read. */
const OTHER: Record<Locale, { locale: Locale; name: string }> = {
  en: { locale: 'hi', name: 'हिन्दी' },
  hi: { locale: 'en', name: 'English' },
};

/** Switches the site to its other language and stays on the page: nothing that was typed or chosen is lost. */
export function LanguageSwitch({ locale, className }: { locale: Locale; className?: string }) {
  const router = useRouter();
  const path = usePathname();
  const [switching, startTransition] = useTransition();
  const other = OTHER[locale];

  const change = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    startTransition(async () => {
      const body = new URLSearchParams({ locale: other.locale, to: path });
      const answer = await fetch(form.action, { method: 'POST', body, redirect: 'manual' }).catch(() => null);
      if (answer) startTransition(() => router.refresh());
      else form.submit();
    });
  };

  return (
    <form action="/api/language" method="post" onSubmit={change}>
      <input type="hidden" name="locale" value={other.locale} />
      <input type="hidden" name="to" value={path} />
      <button type="submit" lang={other.locale} aria-busy={switching} className={className}>
        {other.name}
      </button>
    </form>
  );
}
