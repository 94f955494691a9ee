'use client';

import { useTranslations } from 'use-intl';
import { useNames } from '@/components/platform/i18n/use-names';
import { useErrorText } from '@/components/platform/i18n/use-error-text';
import { Note } from '@/components/platform/ui/note';
import { formatINR } from '@/lib/platform/money';
import { langOf } from '@/lib/platform/i18n/script';
import type { CartEntry } from '@/lib/selection/cart';
import type { CartChange } from '@/lib/selection/rules';

type CartChangesProps = { changes: readonly CartChange[]; of?: 'cart' | 'selection' };

/**
 * Lists what the catalogue changed in the cart or in a selection since it was filled. Renders nothing without changes.
 */
export function CartChanges({ changes, of = 'cart' }: CartChangesProps) {
  const t = useTranslations('cart');
  const common = useTranslations('common');
  const errorText = useErrorText();
  const names = useNames();
  const nameOf = ({ branch, branchHindi, institute, instituteHindi }: CartEntry) =>
    t('changes.course', {
      branch: names.branch(branch, branchHindi),
      institute: names.institute(institute, instituteHindi) || common('otherInstitutes'),
    });
  if (changes.length === 0) return null;
  return (
    <Note kind="warn">
      <p className="font-semibold">{t('changes.title', { of })}</p>
      <ul className="mt-1 grid gap-1">
        {changes.map(({ line, change }) => (
          <li key={`${change.id} ${change.kind}`}>
            <b lang={langOf(nameOf(line))}>{nameOf(line)}</b>
            <span className="block">{sentence({ line, change })}</span>
          </li>
        ))}
      </ul>
    </Note>
  );

  function sentence({ line, change }: CartChange): string {
    switch (change.kind) {
      case 'price':
        return t('changes.price', { now: formatINR(change.toPaise), before: formatINR(change.fromPaise) });
      case 'seats':
        return t('changes.seats', {
          message: errorText('seats.max', { available: change.leftSeats }),
          chosen: line.selectedSeats,
        });
      case 'full':
        return t('changes.removed', { of, message: errorText('seats.none_left') });
      case 'gone':
        return t('changes.removed', { of, message: errorText('course.unknown') });
    }
  }
}
