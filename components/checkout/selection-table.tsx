'use client';

import { useEffect, useRef, useState, type Ref } from 'react';
import { useTranslations } from 'use-intl';
import { TypeTag } from '@/components/catalogue/course/type-tag';
import { useNames } from '@/components/platform/i18n/use-names';
import { Period } from '@/components/selection/period';
import { Button } from '@/components/platform/ui/button';
import { cn } from '@/components/platform/ui/cn';
import { offerText } from '@/lib/catalogue/rules';
import { toCourseType } from '@/lib/catalogue/schema';
import { formatCount } from '@/lib/platform/format-count';
import { formatINR, lineTotal, type Decimals } from '@/lib/platform/money';
import { langOf } from '@/lib/platform/i18n/script';
import { namesSessions, periodOf } from '@/lib/adoption/core/period';
import { groupForCart, totalsOf } from '@/lib/selection/rules';
import type { Cart, CartEntry } from '@/lib/selection/cart';

const HEAD = 'p-3 text-cap first:ps-0 last:pe-0';
const CELL = 'p-3 align-top first:ps-0 last:pe-0 @max-[40rem]:block @max-[40rem]:p-0';
/** Name columns share the remaining width; a long name without spaces breaks instead of widening the table. */
const NAME_CELL = 'wrap-anywhere @max-[40rem]:w-full @min-[40rem]:min-w-28 @min-[56rem]:min-w-44';
const FIGURE = '@min-[40rem]:text-end @min-[40rem]:money';
/**
 * On phones the header is hidden and each figure shows its column's name; proportional figures, since the lines are
 * stacked.
 */
const WITH_LABEL = '@max-[40rem]:mt-2 @max-[40rem]:with-head';

/** Lines that a phone shows at once, so that the form below is not far away. */
const SHOWN_LINES = 3;

/**
 * The lines of an adoption as a table. Stacked where it is narrow or the text is large, and the rest folded; the ARIA
 * roles are explicit because `display` removes those
 * of a table.
 * @param decimals 0 in the public flow
 */
export function SelectionTable({ cart, decimals }: { cart: Cart; decimals: Decimals }) {
  const t = useTranslations('payment.table');
  const lines = groupForCart(cart).flatMap(({ cities }) => cities.flatMap((city) => city.lines));
  const isNamed = namesSessions(lines);
  const [isOpen, setOpen] = useState(false);
  // The button is gone then.
  const unfolded = useRef<HTMLTableRowElement>(null);
  useEffect(() => unfolded.current?.focus(), [isOpen]);
  // One more line takes the place of the button.
  const folded = isOpen || lines.length <= SHOWN_LINES + 1 ? 0 : lines.length - SHOWN_LINES;
  return (
    <div className="@container">
      <table
        role="table"
        aria-label={t('caption')}
        className="w-full border-collapse text-small leading-snug @max-[40rem]:block"
      >
        <thead role="rowgroup" className="text-ink-2 @max-[40rem]:sr-only">
          <tr role="row">
            {(['course', 'institute', 'region', 'seats', 'price', 'total'] as const).map((column, index) => (
              <th
                key={column}
                role="columnheader"
                scope="col"
                className={cn(HEAD, index > 2 ? 'text-end' : 'text-start')}
              >
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="@max-[40rem]:block">
          {lines.map((line, at) => (
            <Row
              key={line.id}
              line={line}
              isNamed={isNamed}
              decimals={decimals}
              isFolded={at >= lines.length - folded}
              ref={isOpen && at === SHOWN_LINES ? unfolded : undefined}
            />
          ))}
          {folded > 0 && (
            <tr role="row" className="block border-t border-line @min-[40rem]:hidden print:hidden">
              <td role="cell" className="block">
                <Button variant="bare" size="inline" onClick={() => setOpen(true)}>
                  {t('more', { count: folded })}
                </Button>
              </td>
            </tr>
          )}
        </tbody>
        <tfoot role="rowgroup" className="@max-[40rem]:block">
          <tr
            role="row"
            className="border-t-2 border-ink @max-[40rem]:flex @max-[40rem]:flex-wrap @max-[40rem]:items-baseline @max-[40rem]:justify-between"
          >
            <th role="rowheader" scope="row" colSpan={5} className="py-3 text-start text-body">
              {t('totalAmount')}
              <Period {...periodOf(lines)} decimals={decimals} />
            </th>
            <td role="cell" className="py-3 text-end num text-h3 money">
              {formatINR(totalsOf(lines).paise, decimals)}
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

type RowProps = {
  line: CartEntry;
  isNamed: boolean;
  decimals: Decimals;
  /** Hidden on phones. */
  isFolded: boolean;
  ref?: Ref<HTMLTableRowElement>;
};

function Row({ line, isNamed, decimals, isFolded, ref }: RowProps) {
  const t = useTranslations('payment.table');
  const common = useTranslations('common');
  const names = useNames();
  const type = toCourseType(line.courseName);
  const offer = offerText(common, { ...line, years: null }, isNamed);
  const branch = names.branch(line.branch, line.branchHindi);
  const institute = names.institute(line.institute, line.instituteHindi);
  return (
    <tr
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      role="row"
      className={cn(
        'border-t border-line @max-[40rem]:flex-wrap @max-[40rem]:gap-x-3 @max-[40rem]:py-3',
        isFolded ? '@max-[40rem]:hidden @max-[40rem]:print:flex' : '@max-[40rem]:flex',
      )}
    >
      <td role="cell" className={cn(CELL, NAME_CELL)}>
        <b lang={langOf(branch)} className="@max-[40rem]:text-body">
          {branch}
        </b>
        <span className="mt-0.5 flex">{type ? <TypeTag type={type} /> : line.courseName}</span>
        {offer && <span className="block text-ink-2">{offer}</span>}
      </td>
      <td role="cell" lang={langOf(institute)} className={cn(CELL, NAME_CELL, '@max-[40rem]:text-ink-2')}>
        {institute || common('otherInstitutes')}
      </td>
      <td
        role="cell"
        data-head={t('region')}
        className={cn(CELL, WITH_LABEL, '@max-[40rem]:grow @max-[40rem]:basis-14')}
      >
        {names.place(line.city)}
      </td>
      <td role="cell" data-head={t('seats')} className={cn(CELL, FIGURE, WITH_LABEL, 'text-end @max-[40rem]:basis-10')}>
        {formatCount(line.selectedSeats)}
      </td>
      <td role="cell" data-head={t('price')} className={cn(CELL, FIGURE, WITH_LABEL, 'text-end @max-[40rem]:basis-19')}>
        {formatINR(line.pricePaise, decimals)}
      </td>
      <td
        role="cell"
        data-head={t('total')}
        className={cn(CELL, FIGURE, WITH_LABEL, 'text-end font-semibold @max-[40rem]:ms-auto @max-[40rem]:basis-21')}
      >
        {formatINR(lineTotal(line.selectedSeats, line.pricePaise), decimals)}
      </td>
    </tr>
  );
}
