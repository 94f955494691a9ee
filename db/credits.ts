/*
 * SQL of recording a credit of the bank account (`bank_credits`), or a part of it, as a receipt. A statement has the CTEs
 * of givenReceipt, its verdict in a CTE `judged`, and the CTEs of addedReceipt.
 */

const KEY = `credit_key(g.mode, g.reference, g."payerBank", g."creditedOn")`;

/**
 * CTEs `given`, the values of the receipt with the amount of its whole credit, and `credit`, the credit if a part of it is
 * recorded already. The lock returns its newest row, so that concurrent parts do not exceed it.
 * @param fields jsonb with the values of receiptValues (lib/admin/adoptions/mutations.ts)
 */
export const givenReceipt = (fields: string) => `
     given   as (select * from jsonb_to_record(${fields}) as g(mode text, "creditedOn" date, "creditPaise" bigint, "amountPaise" bigint, "tdsPaise" bigint,
                        reference text, payer text, "payerBank" text, remark text)),
     credit  as (select c.* from bank_credits c join given g on c.key = ${KEY} where c.parts_paise > 0 for no key update of c),`;

/** Condition: this reference belongs to a credit of another day or amount. */
const DIFFERS = `exists (select from credit c, given g where c.credited_on <> g."creditedOn" or c.amount_paise <> g."creditPaise")`;

/** What is left of the credit, in paise. */
const REST = `(select g."creditPaise" - coalesce((select c.parts_paise from credit c), 0) from given g)`;

/** Condition: the credit is recorded already, or does not contain the given amount any more. */
export const IS_CREDIT_USED = `(${DIFFERS} or (select g."amountPaise" from given g) > ${REST})`;

/** The same where everything that is left is recorded. */
export const IS_NOTHING_LEFT = `(${DIFFERS} or ${REST} <= 0)`;

/**
 * CTE `added`: the receipt, inserted if the verdict is 'done', with its credit if that is new.
 * @param billing SQL of the billing's id, on `judged j`
 * @param recordedBy SQL of the administrator
 * @param isRest whether it is what is left of the credit instead of the given amount
 */
export const addedReceipt = (billing: string, recordedBy: string, isRest = false) => `
     made    as (insert into bank_credits (key, credited_on, amount_paise)
                 select ${KEY}, g."creditedOn", g."creditPaise" from given g, judged j where j.verdict = 'done' and not exists (select from credit)
                 returning id),
     added   as (insert into bank_receipts (credit_id, billing_id, mode, credited_on, amount_paise, tds_paise, reference, payer, payer_bank, remark, recorded_by)
                 select c.id, ${billing}, g.mode, g."creditedOn", ${isRest ? REST : 'g."amountPaise"'}, g."tdsPaise", g.reference, g.payer, g."payerBank", g.remark, ${recordedBy}
                   from given g, judged j, (select id from credit union all select id from made) c where j.verdict = 'done' returning *),`;
