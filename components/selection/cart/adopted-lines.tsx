'use client';

import { CircleCheck } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Name, Place } from '@/components/catalogue/course/name';
import { useNames } from '@/components/platform/i18n/use-names';
import { Link } from '@/components/platform/ui/link';
import type { Cart } from '@/lib/selection/cart';

/** The lines of a cart that are adopted already, by reference. They are not submitted again. */
export function AdoptedLines({ cart, children }: { cart: Cart; children?: ReactNode }) {
  const t = useTranslations('cart.adopted');
  const common = useTranslations('common');
  const names = useNames();
  const heading = useId();
  const lines = Object.values(cart).filter(({ adoptedUnder }) => adoptedUnder !== undefined);
  if (lines.length === 0) return null;
  return (
    <section
      aria-labelledby={heading}
      className="grid content-start gap-2 rounded-2 border-[1.5px] border-ok bg-ok-tint px-4 py-3"
    >
      <h2 id={heading} className="flex items-center gap-2 text-body text-ok">
        <CircleCheck aria-hidden className="size-5 shrink-0" />
        {t('title')}
      </h2>
      <p className="text-small">{t('text')}</p>
      <ul className="border-t border-line">
        {lines.map(({ id, branch, branchHindi, institute, instituteHindi, city, selectedSeats, adoptedUnder }) => (
          <li
            key={id}
            className="grid gap-x-6 border-b border-line py-2 text-small wrap-anywhere sm:grid-cols-[minmax(0,1fr)_auto]"
          >
            <p>
              <b>
                <Name>{names.branch(branch, branchHindi)}</Name>
              </b>{' '}
              <span className="text-ink-2">
                <Place
                  institute={names.institute(institute, instituteHindi)}
                  others={common('otherInstitutes')}
                  city={city}
                  names={names}
                />
              </span>
            </p>
            <p className="sm:text-end">
              {common('seats', { count: selectedSeats })} ·{' '}
              <Link href={`/adoptions/${adoptedUnder}`} className="text-link underline">
                {t('under', { reference: adoptedUnder! })}
              </Link>
            </p>
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}
