'use client';

import { useId, type MouseEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useNames } from '@/components/i18n/use-names';
import { Button } from '@/components/ui/button';
import { placeOf } from '@/lib/catalogue/rules';
import { courseTypeSlug } from '@/lib/catalogue/schema';
import { formatINR, lineTotal } from '@/lib/core/money';
import { langOf } from '@/lib/i18n/script';
import type { CartGroup } from '@/lib/selection/rules';
import type { CartEntry } from '@/lib/selection/schema';

type CartTableProps = {
  groups: CartGroup[];
  /** `neighbour`: the next line, or the one before the last; null if there is no other. */
  onRemove: (line: CartEntry, neighbour: HTMLElement | null) => void;
};

/** The lines of the cart, sorted by course name, then city. */
export function CartTable({ groups, onRemove }: CartTableProps) {
  const t = useTranslations('cart');
  const names = useNames();
  const id = useId();
  return (
    <div className="grid content-start gap-8">
      {groups.map(({ courseName, cities, totals }, at) => (
        <section key={courseName} data-type={courseTypeSlug(courseName)} aria-labelledby={`${id}-${at}`}>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b-2 border-type pb-1">
            <h2 id={`${id}-${at}`} className="text-h3 text-type">
              {names.type(courseName)}
            </h2>
            <p className="text-small text-ink-2 tabular-nums">
              {t('seats', { seats: totals.seats })} · <span className="money">{formatINR(totals.paise)}</span>
            </p>
          </div>
          {cities.map(({ city, lines }, cityAt) => (
            <div key={city}>
              <h3 id={`${id}-${at}-${cityAt}`} className="pt-4 pb-1">
                {names.place(city)}
              </h3>
              <ul aria-labelledby={`${id}-${at}-${cityAt}`}>
                {lines.map((line) => (
                  <CartLine key={line.id} line={line} onRemove={onRemove} />
                ))}
              </ul>
            </div>
          ))}
        </section>
      ))}
    </div>
  );
}

function CartLine({ line, onRemove }: { line: CartEntry; onRemove: CartTableProps['onRemove'] }) {
  const t = useTranslations('cart');
  const common = useTranslations('common');
  const names = useNames();
  const id = useId();
  const remove = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const lines = [...document.querySelectorAll<HTMLElement>('[data-cart-line]')];
    const at = lines.findIndex((own) => own.contains(currentTarget));
    onRemove(line, lines[at + 1] ?? lines[at - 1] ?? null);
  };
  return (
    <li
      data-cart-line
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-b border-line py-3 md:grid-cols-[minmax(0,1fr)_auto_minmax(9.5rem,auto)_auto]"
    >
      <div className="max-md:col-span-2">
        <b id={id}>{line.branch}</b>
        <p lang={langOf(line.institute)} className="text-small text-ink-2">
          {placeOf(line.institute || common('otherInstitutes'), line.city, names.place(line.city))}
        </p>
      </div>
      <p className="text-small max-md:row-span-2 max-md:pt-1 md:text-end">
        <span className="tabular-nums md:money">
          {t('line', { seats: line.selectedSeats, price: formatINR(line.pricePaise) })}
        </span>
        <span className="block text-cap text-ink-2">{t('perYear')}</span>
      </p>
      <p className="text-end num text-[1.1875rem] money">{formatINR(lineTotal(line.selectedSeats, line.pricePaise))}</p>
      <Button
        variant="bare"
        size="small"
        aria-describedby={id}
        onClick={remove}
        className="-me-3 max-md:min-h-tap max-md:justify-self-end"
      >
        {t('remove')}
      </Button>
    </li>
  );
}
