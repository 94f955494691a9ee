'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { AdoptedLines } from '@/components/selection/cart/adopted-lines';
import { MoveCartToDashboard } from '@/components/selection/cart/move-cart-to-dashboard';
import { CartChanges } from '@/components/selection/cart/cart-changes';
import { useFreshCart } from '@/components/selection/cart/use-fresh-cart';
import { notify } from '@/components/platform/ui/toaster';
import { contactProblem, type Sponsor } from '@/lib/adoption/core/schema';
import type { ApiResult } from '@/lib/api/client/client';
import { coursesSchema } from '@/lib/catalogue/schema';
import { errorText } from '@/lib/platform/i18n/errors';
import { openLines } from '@/lib/selection/cart';
import { sendCode } from './api';
import { codeSent, type SentCode } from '@/lib/checkout/checkout-flow';
import { step, useCheckout } from './checkout-store';
import { CheckoutSkeleton } from './checkout-skeleton';
import { SelectionTable } from './selection-table';
import { SponsorForm } from './sponsor-form';

/** The first step: the current cart and the sponsor form. Without a cart it redirects. */
export function FormStep() {
  const t = useTranslations('payment');
  const tCheckout = useTranslations('checkout');
  const router = useRouter();
  const { cart, hydrated, changes, applyCourses, carryChangesToNextPage } = useFreshCart();
  const { userDetails, sent } = useCheckout();
  const leaving = useRef(false);
  const open = openLines(cart);
  const empty = hydrated && Object.keys(open).length === 0;
  const problem = t(Object.keys(cart).length > 0 ? 'allAdopted' : 'emptyCart');

  useEffect(() => {
    if (!empty || leaving.current) return;
    leaving.current = true;
    notify.error(problem, { id: 'empty-cart' });
    carryChangesToNextPage();
    router.replace('/cart');
  }, [empty, carryChangesToNextPage, router, problem]);

  if (!hydrated || empty) return <CheckoutSkeleton />;

  const send = async (sponsor: Sponsor): Promise<ApiResult<SentCode>> => {
    const details = { ...userDetails, ...sponsor };
    const missing = contactProblem(details);
    if (missing) return { ok: false, status: null, message: errorText(missing), details: {} };
    const result = await sendCode(details, open);
    const courses = result.ok ? null : coursesSchema.safeParse(result.details.courses);
    if (courses?.success) applyCourses(courses.data, Object.keys(open));
    return result;
  };
  const next = (code: SentCode) => {
    notify.success(tCheckout(`sent.${code.userDetails.otpMethod}`), { id: 'otp' });
    step((flow) => codeSent(flow, code));
  };

  return (
    <>
      <CartChanges changes={changes} />
      <AdoptedLines cart={cart} />
      <SelectionTable cart={open} decimals={0} />
      <MoveCartToDashboard next="/dashboard/course-selection" onBefore={() => (leaving.current = true)} />
      <SponsorForm userDetails={userDetails} returning={sent !== null} send={send} onSent={next} />
    </>
  );
}
