'use client';

import { useTranslations } from 'use-intl';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { Field } from '@/components/platform/ui/field';
import { MAX_ORDER_NUMBER } from '@/lib/platform/limits';
import { keepOrderNumber, readOrderNumber } from '@/lib/selection/order-number';

/** The company's own number of the order, optional; kept in the browser until the seats are adopted. Rendered in browsers only. */
export function OrderNumberField() {
  const t = useTranslations('cart.orderNumber');
  const number = readOrderNumber();
  return (
    <Disclosure small summary={t('label')} open={number !== ''}>
      <Field
        label={t('label')}
        hint={t('hint')}
        maxLength={MAX_ORDER_NUMBER}
        autoComplete="off"
        defaultValue={number}
        onInput={({ currentTarget }) => keepOrderNumber(currentTarget.value)}
      />
    </Disclosure>
  );
}
