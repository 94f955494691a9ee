import type { Sponsor } from '@/lib/adoption/core/schema';
import { plainAmount } from '@/lib/platform/read-amount';
import { changedCompany, companyBody, companyChanges } from '@/lib/company/rules';
import type { CompanyDetails } from '@/lib/company/schema';

/** The forms of an adoption's page; several may send the same action. */
export const ACTION_FORMS = [
  'record_receipt',
  'confirm_receipt',
  'reject_receipt',
  'bounce_receipt',
  'refund_online',
  'settle_online_refund',
  'record_refund',
  'confirm_refund',
  'pay_refund',
  'reject_refund',
  'fail_refund',
  'extend',
  'reduce',
  'cancel',
  'approve_reduce',
  'approve_cancel',
  'approve_email',
  'decline',
  'accept_request',
  'decline_request',
  'correct',
  'add_note',
  'send_papers',
] as const;
export type ActionForm = (typeof ACTION_FORMS)[number];

/** Fields of the sponsor that can be corrected. */
export const CORRECTABLE = ['fullName', 'company', 'email', 'phone'] as const;

/** The values of an adoption that forms start from; absent fields are compared with them. */
export type FormBase = {
  lines: readonly { courseId: string; seats: number }[];
  sponsor: Pick<Sponsor, (typeof CORRECTABLE)[number]>;
  company: CompanyDetails;
  orderNumber: string;
};

/**
 * Returns what an action sends beside version and reason. Fields are named as in the request (`lines.<course id>`,
 * `sponsor.email`), so that the field of a refusal is found by its name; values are sent as typed, since the server
 * checks them.
 * @param id of the receipt, refund or request that the form is about
 * @param typed returns the value of a field, '' if it is absent or empty
 */
export function actionOf(
  form: ActionForm,
  id: string | undefined,
  typed: (field: string) => string,
  { lines, sponsor, company, orderNumber }: FormBase,
): Record<string, unknown> {
  const money = () => ({
    mode: typed('mode'),
    amount: plainAmount(typed('amount')),
    bank_reference: typed('bank_reference'),
    remark: typed('remark'),
  });
  switch (form) {
    case 'record_receipt':
      return {
        action: form,
        ...money(),
        credited_on: typed('credited_on'),
        tds_withheld: plainAmount(typed('tds_withheld')) || 0,
        payer: typed('payer'),
        payer_bank: typed('payer_bank'),
      };
    case 'refund_online':
      return { action: form, id, amount: plainAmount(typed('amount')) };
    case 'settle_online_refund':
      return { action: form, id, bank_reference: typed('bank_reference') };
    case 'pay_refund':
      return { action: form, id, paid_on: typed('paid_on'), bank_reference: typed('bank_reference') };
    case 'record_refund':
      return { action: form, ...money(), paid_on: typed('paid_on') };
    case 'extend':
      return {
        action: form,
        due_on: typed('no_end') ? null : typed('due_on'),
        ...(typed('parts') && !typed('no_end') && { parts: Number(typed('parts')) }),
      };
    case 'reduce':
      return { action: form, lines: changedSeats(lines, typed) };
    case 'correct': {
      const changed = CORRECTABLE.filter((field) => typed(`sponsor.${field}`) !== sponsor[field]);
      const details = companyBody((field) => typed(`details.${field}`));
      const isChanged = companyChanges(company, changedCompany(company, details)).length > 0;
      const order = typed('details.purchase_order').trim();
      return {
        action: form,
        sponsor: Object.fromEntries(changed.map((field) => [field, typed(`sponsor.${field}`)])),
        ...((isChanged || order !== orderNumber) && {
          details: { ...details, purchase_order: order, version: company.version },
        }),
      };
    }
    case 'approve_reduce':
      return { action: 'reduce', request: id };
    case 'approve_cancel':
      return { action: 'cancel', request: id };
    case 'approve_email':
      return { action: 'correct', request: id };
    case 'decline':
    case 'decline_request':
      return { action: 'answer_request', request: id, accepts: false };
    case 'accept_request':
      return { action: 'answer_request', request: id, accepts: true };
    case 'cancel':
    case 'add_note':
    case 'send_papers':
      return { action: form };
    default:
      return { action: form, id };
  }
}

function changedSeats(lines: FormBase['lines'], typed: (field: string) => string): Record<string, number | string> {
  const entries = lines.map(({ courseId, seats }) => {
    const text = typed(`lines.${courseId}`).trim();
    return { courseId, seats, now: /^\d{1,6}$/.test(text) ? Number(text) : text };
  });
  return Object.fromEntries(
    entries.filter(({ seats, now }) => now !== seats).map(({ courseId, now }) => [courseId, now]),
  );
}
