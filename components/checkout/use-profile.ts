'use client';

import { useEffect } from 'react';
import { call } from '@/lib/api/client/client';
import { readSession, readToken } from '@/lib/api/client/session-storage';
import type { Sponsor } from '@/lib/adoption/core/schema';
import { nationalNumber } from '@/lib/platform/phone';

/**
 * Calls `fill` with what the profile of the signed-in sponsor knows of the sponsor form; once per visit, and only if
 * the form is empty. An ended session changes nothing on this public page.
 * @param fill stable across renders
 */
export function useProfileForForm(isEmpty: boolean, fill: (known: Partial<Sponsor>) => void): void {
  useEffect(() => {
    const { userId } = readSession();
    const token = readToken();
    if (!isEmpty || userId === null || token === null) return;
    const left = new AbortController();
    const request = { params: { userId }, bearer: token, signal: left.signal };
    void call('GET /user/profile/{userId}', request).then((answer) => {
      if (!answer.ok || left.signal.aborted) return;
      const { full_name, designation, email, phone_number, company_name } = answer.data;
      const phone = nationalNumber(phone_number);
      fill({ fullName: full_name, designation, email, phone, company: company_name });
    });
    return () => left.abort();
  }, [isEmpty, fill]);
}
