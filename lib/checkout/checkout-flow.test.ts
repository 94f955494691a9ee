import { describe, expect, test } from 'vitest';
import { contactProblem } from '@/lib/adoption/core/schema';
import { EXAMPLE_SPONSOR } from '@/lib/api/field-descriptions';
import type { Completed } from './completed-storage';
import {
  cartChanged,
  codeSent,
  codeVerified,
  formReopened,
  NEW_FLOW,
  restoredFlow,
  stepOf,
  summaryTried,
  withSponsor,
  type SentCode,
} from './checkout-flow';

const sent: SentCode = {
  userDetails: { ...EXAMPLE_SPONSOR, otpMethod: 'email', user_id: 'u1' },
  draftId: 'd1',
  order: {},
  expiresAt: 600_000,
  resendAt: 30_000,
};
const completed: Completed = {
  billing_id: 'b1',
  reference: 'SA-1',
  receipt_token: 'b1.mac',
  due_at: null,
  adoption_page: '/adoptions/SA-1',
  userData: EXAMPLE_SPONSOR,
  selectedCourses: {},
};

describe('the sponsor flow', () => {
  test('R-STATE-09 R-PAY-06 holds userDetails, otpSent, otpVerified and success; the channel starts as email', () => {
    expect(NEW_FLOW).toMatchObject({
      userDetails: {
        fullName: '',
        designation: '',
        email: '',
        phone: '',
        company: '',
        industry: '',
        otpMethod: 'email',
      },
      otpSent: false,
      otpVerified: false,
      success: false,
    });
  });

  test('R-STATE-09 R-STATE-17 the flags lead from the form to the code, the summary and the thank-you step', () => {
    const steps = [NEW_FLOW];
    steps.push(codeSent(steps.at(-1)!, sent));
    steps.push(codeVerified(steps.at(-1)!, completed));
    steps.push(summaryTried(steps.at(-1)!, '2026-11-21'));
    expect(steps.map(stepOf)).toEqual(['form', 'code', 'summary', 'thanks']);
    expect(steps.at(-1)!.completed).toEqual({ ...completed, downloadedOn: '2026-11-21' });
  });

  test('R-ENT-14 the user_id returned by generate-otp becomes part of the form state', () => {
    expect(codeSent(NEW_FLOW, sent).userDetails).toEqual({ ...EXAMPLE_SPONSOR, otpMethod: 'email', user_id: 'u1' });
  });

  test('R-STATE-17 no step can be skipped', () => {
    expect(codeVerified(NEW_FLOW, completed)).toBe(NEW_FLOW);
    expect(summaryTried(NEW_FLOW, '2026-11-21')).toBe(NEW_FLOW);
    const waiting = codeSent(NEW_FLOW, sent);
    expect(summaryTried(waiting, '2026-11-21')).toBe(waiting);
    const edited = formReopened(waiting);
    expect(codeVerified(edited, completed)).toBe(edited);
  });

  test('R-STATE-17 once verified there is no way back to the form or to another code', () => {
    const verified = codeVerified(codeSent(NEW_FLOW, sent), completed);
    expect(formReopened(verified)).toBe(verified);
    expect(codeSent(verified, sent)).toBe(verified);
    expect(codeVerified(verified, { ...completed, billing_id: 'b2' })).toBe(verified);
  });

  test('A-67 editing returns to the filled form and preserves the user_id for the next code', () => {
    const edited = formReopened(codeSent(NEW_FLOW, sent));
    expect(stepOf(edited)).toBe('form');
    expect(edited.userDetails).toMatchObject({ ...EXAMPLE_SPONSOR, user_id: 'u1' });
  });

  test('returning with the same seats shows the code step, with other seats the form', () => {
    const line = {
      id: 'c1',
      selectedSeats: 2,
      pricePaise: 100,
      branch: '',
      courseName: 'ITI',
      city: '',
      institute: '',
    };
    const waiting = codeSent(NEW_FLOW, { ...sent, order: { c1: line } });
    expect(cartChanged(waiting, { c1: { ...line, pricePaise: 900 } })).toBe(waiting);
    expect(stepOf(cartChanged(waiting, { c1: { ...line, selectedSeats: 3 } }))).toBe('form');
    expect(stepOf(cartChanged(waiting, { c1: line, c2: { ...line, id: 'c2' } }))).toBe('form');
    expect(stepOf(cartChanged(waiting, {}))).toBe('form');
    expect(cartChanged(NEW_FLOW, {})).toBe(NEW_FLOW);
  });

  test('the input is stored and changes no flag', () => {
    const left = withSponsor(NEW_FLOW, EXAMPLE_SPONSOR);
    expect(left.userDetails).toEqual({ ...EXAMPLE_SPONSOR, otpMethod: 'email' });
    expect(stepOf(left)).toBe('form');
  });

  test('A-66 a failed summary still leads to the thank-you step, without a download date', () => {
    const thanked = summaryTried(codeVerified(codeSent(NEW_FLOW, sent), completed), null);
    expect(stepOf(thanked)).toBe('thanks');
    expect(thanked.completed).toEqual(completed);
  });

  test('A-66 a reload after the verification returns to the thank-you step', () => {
    expect(stepOf(restoredFlow(completed))).toBe('thanks');
    expect(restoredFlow(completed)).toMatchObject({ otpSent: true, otpVerified: true, success: true, completed });
  });
});

describe('send guard', () => {
  test('R-PAY-21 the email channel needs an email', () => {
    expect(contactProblem({ ...EXAMPLE_SPONSOR, otpMethod: 'email', email: ' ' })).toBe('otp.email_required');
    expect(contactProblem({ ...EXAMPLE_SPONSOR, otpMethod: 'email', phone: '' })).toBeNull();
  });

  test('R-PAY-22 the phone channel needs a phone', () => {
    expect(contactProblem({ ...EXAMPLE_SPONSOR, otpMethod: 'phone', phone: '' })).toBe('otp.phone_required');
    expect(contactProblem({ ...EXAMPLE_SPONSOR, otpMethod: 'phone', email: '' })).toBeNull();
  });
});
