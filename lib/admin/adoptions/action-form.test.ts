import { describe, expect, test } from 'vitest';
import { ACTION_FORMS, actionOf, type ActionForm } from './action-form';
import { NO_COMPANY } from '@/lib/company/rules';
import { adoptionActionSchema } from './schema';

const COURSE = '6f1d7c1e-3f0a-4c55-9b7e-0d8f2a4b6c11';
const OTHER = '0b9a4f52-7d1c-4e86-a3f5-92c6de3b1a70';
const ID = 'c2e8b3d4-51f6-4a07-8e9c-7b0d1f2a3c45';
const base = {
  lines: [
    { courseId: COURSE, seats: 20 },
    { courseId: OTHER, seats: 3 },
  ],
  sponsor: { fullName: 'Asha Verma', company: 'Narmada', email: 'asha@narmada.example', phone: '9876543210' },
  company: { ...NO_COMPANY, legal_name: 'Narmada Limited', plants: ['Dewas'], version: 3 },
  orderNumber: '',
};
const unchanged = {
  [`lines.${COURSE}`]: '20',
  [`lines.${OTHER}`]: '3',
  'sponsor.fullName': 'Asha Verma',
  'sponsor.company': 'Narmada',
  'sponsor.email': 'asha@narmada.example',
  'sponsor.phone': '9876543210',
  'details.legal_name': 'Narmada Limited',
  'details.plants': 'Dewas',
};
const bodyOf = (form: ActionForm, fields: Record<string, string> = {}) =>
  actionOf(form, ID, (name) => fields[name] ?? '', base);

const FILLED: Partial<Record<ActionForm, Record<string, string>>> = {
  record_receipt: {
    mode: 'NEFT',
    credited_on: '2026-04-01',
    amount: '₹ 1,25,000.50',
    bank_reference: 'utr 0001',
    payer: 'Narmada',
  },
  refund_online: { amount: '₹ 1,000' },
  settle_online_refund: { bank_reference: 'utr 0002' },
  record_refund: { mode: 'gateway', paid_on: '2026-04-01', amount: '1', bank_reference: 'RFND1' },
  pay_refund: { paid_on: '2026-04-01', bank_reference: 'utr 0003' },
  extend: { due_on: '2026-12-31' },
  reduce: { ...unchanged, [`lines.${COURSE}`]: '12' },
  correct: { ...unchanged, 'sponsor.company': 'Tapti' },
};

test.each(ACTION_FORMS)('the filled form %s is what the endpoint accepts', (form) => {
  const body = { version: 0, reason: 'By phone', ...bodyOf(form, FILLED[form]) };
  expect(adoptionActionSchema.safeParse(body).error?.issues ?? []).toEqual([]);
});

describe('a form sends', () => {
  test('amounts without their grouping, and no tax if the field is empty', () => {
    expect(bodyOf('record_receipt', FILLED.record_receipt)).toMatchObject({ amount: '125000.50', tds_withheld: 0 });
  });

  test('only the seats and the values that differ', () => {
    expect(bodyOf('reduce', FILLED.reduce)).toEqual({ action: 'reduce', lines: { [COURSE]: 12 } });
    expect(bodyOf('reduce', unchanged)).toEqual({ action: 'reduce', lines: {} });
    expect(bodyOf('correct', FILLED.correct)).toEqual({ action: 'correct', sponsor: { company: 'Tapti' } });
    expect(bodyOf('correct', { ...unchanged, 'details.pan': 'AAACN1234P' })).toEqual({
      action: 'correct',
      sponsor: {},
      details: {
        ...NO_COMPANY,
        legal_name: 'Narmada Limited',
        pan: 'AAACN1234P',
        plants: ['Dewas'],
        purchase_order: '',
        version: 3,
      },
    });
  });

  test('what is no number as it was typed, so that an empty field does not remove a course', () => {
    expect(bodyOf('reduce', { ...unchanged, [`lines.${OTHER}`]: '' })).toMatchObject({ lines: { [OTHER]: '' } });
    expect(bodyOf('reduce', { ...unchanged, [`lines.${OTHER}`]: '-1' })).toMatchObject({ lines: { [OTHER]: '-1' } });
  });

  test('no end of the term', () => {
    expect(bodyOf('extend', { due_on: '2026-12-31', no_end: 'on' })).toEqual({ action: 'extend', due_on: null });
  });

  test('the request that it approves or answers', () => {
    expect(bodyOf('approve_cancel')).toEqual({ action: 'cancel', request: ID });
    expect(bodyOf('decline')).toEqual({ action: 'answer_request', request: ID, accepts: false });
    expect(bodyOf('accept_request')).toEqual({ action: 'answer_request', request: ID, accepts: true });
  });
});
