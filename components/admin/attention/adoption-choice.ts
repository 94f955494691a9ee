import { callAsAdmin } from '@/lib/api/client/admin';
import { asSchema } from '@/lib/api/client/client';
import { adoptionsSchema, type ReceiptAdoption } from '@/lib/admin/receipts/schema';

/** An adoption as it is typed: a reference, or a part of a company's name. */
export type AdoptionChoice = {
  typed: string;
  /** The adoption that is meant, looked up. */
  found: ReceiptAdoption | null;
  /** The adoptions that can be meant, if they are several. */
  options: readonly ReceiptAdoption[];
  problem?: string;
};

/** The choice of an adoption that is known already, or of none. */
export const choiceOf = (adoption: ReceiptAdoption | null): AdoptionChoice => ({
  typed: adoption?.reference ?? '',
  found: adoption,
  options: [],
});

type LookUpTexts = { failed: string; unknown: string; several: string };

/**
 * Looks up what was typed, so that company and balance can be seen before money is recorded.
 * @param again whether a found adoption is looked up as well: it may have changed
 */
export async function lookUp(choice: AdoptionChoice, texts: LookUpTexts, again = false): Promise<AdoptionChoice> {
  const search = choice.typed.trim();
  if (!search || (choice.found && !again)) return { ...choice, problem: undefined };
  const result = await callAsAdmin('GET /admin/receipts', { query: { search }, read: asSchema(adoptionsSchema) });
  const none = { typed: choice.typed, found: null, options: [] };
  if (!result.ok) return { ...none, problem: result.message ?? texts.failed };
  const { adoptions } = result.data;
  if (adoptions.length > 1) return { ...none, options: adoptions, problem: texts.several };
  return adoptions[0] ? choiceOf(adoptions[0]) : { ...none, problem: texts.unknown };
}

/** Returns the adoption whose sponsor told of a transfer with a bank's reference; null if there is none, or several. */
export async function toldChoice(bankReference: string): Promise<AdoptionChoice | null> {
  const query = { search: bankReference.trim(), told: 'true' } as const;
  if (query.search === '') return null;
  const result = await callAsAdmin('GET /admin/receipts', { query, read: asSchema(adoptionsSchema) });
  const [only, ...others] = result.ok ? result.data.adoptions : [];
  return only && others.length === 0 ? choiceOf(only) : null;
}

/** Returns the update of a choice by what was looked up for it: none if something else was typed or chosen meanwhile. */
export const updateBy = (asked: AdoptionChoice, looked: AdoptionChoice) => (now: AdoptionChoice) =>
  now.typed === asked.typed ? looked : now;
