'use client';

import { useTranslations } from 'use-intl';
import { Field } from '@/components/platform/ui/field';
import { MAX_ORDER_NUMBER } from '@/lib/platform/limits';
import { keepOrderNumber, readOrderNumber } from '@/lib/selection/order-number';

/** The company's own number of the order, optional; kept in the browser until the seats are adopted. Rendered in browsers only. */
export function OrderNumberField() {
  const t = useTranslations('checkout');
  return (
    <Field
      label={t('orderNumber')}
      hint={t('orderNumberHint')}
      maxLength={MAX_ORDER_NUMBER}
      autoComplete="off"
      defaultValue={readOrderNumber()}
      onInput={({ currentTarget }) => keepOrderNumber(currentTarget.value)}
    />
  );
}
