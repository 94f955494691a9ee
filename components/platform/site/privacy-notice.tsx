'use client';

import { useTranslations } from 'use-intl';
import { Link } from '@/components/platform/ui/link';

/** The line at forms with personal details that leads to /privacy. */
export function PrivacyNotice() {
  const t = useTranslations('privacyNotice');
  return (
    <p className="text-cap text-ink-2">
      {t.rich('text', {
        link: (text) => (
          <Link href="/privacy" className="text-link underline">
            {text}
          </Link>
        ),
      })}
    </p>
  );
}
