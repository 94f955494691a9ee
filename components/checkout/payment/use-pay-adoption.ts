'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { PaymentMethod } from '@/db/schema/enums';
import { asSchema } from '@/lib/api/client/client';
import { paymentResponseSchema } from '@/lib/money/schema';
import { callerOf, type Bearer } from './adoption-api';
import { isLeaving, usePay } from './use-pay';

/** Begins or continues the online payment of an adoption from its own page. */
export function usePayAdoption(billingId: string, bearer: Bearer) {
  const router = useRouter();
  const [pending, setPending] = useState(false);
  const done = () => {
    setPending(false);
    router.refresh();
  };
  const request = usePay(done);
  const pay = async (method: PaymentMethod) => {
    setPending(true);
    const input = { params: { billingId }, body: { payment_method: method }, read: asSchema(paymentResponseSchema) };
    const result = await request(() => callerOf(bearer)('POST /billing/{billingId}/pay', input));
    if (!isLeaving(result)) done();
  };
  return { pending, pay };
}
