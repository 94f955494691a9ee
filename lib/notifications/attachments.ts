import 'server-only';
import type { PaperKind } from '@/db/schema/enums';
import { HttpError } from '@/lib/platform/errors';
import { renewalForMessage, summaryForMessage } from '@/lib/documents/queries';
import { renderRenewal, renderSummary } from '@/lib/documents/render';
import { renewalFileName, summaryFileName } from '@/lib/documents/rules';
import { absoluteUrl } from '@/lib/platform/site/metadata';
import { isoDate } from '@/lib/platform/dates';
import type { Locale } from '@/lib/platform/i18n/locale';
import type { Attachment } from '@/lib/delivery/schema';
import { issuePaper } from '@/lib/documents/papers/mutations';
import { paperPdf, papersOf } from '@/lib/documents/papers/queries';
import type { MessageKind } from './schema';
import type { AccountMessageRow, MessageRow } from './statements';

type Source = (row: MessageRow, locale: Locale) => Promise<Attachment[]>;

/** Documents are rendered in turn for requesters; messages are one of them. */
const REQUESTER = 'messages';

/** The adoption summary; none if the seats are no longer adopted. */
const summary: Source = async ({ billingId }, locale) => {
  const found = await summaryForMessage(billingId);
  if (!found) return [];
  const content = await renderSummary(found, locale, REQUESTER);
  if (!content) throw new HttpError('document.busy');
  return [{ fileName: summaryFileName(isoDate(new Date())), content }];
};

const attach = async (paperId: string, locale: Locale): Promise<Attachment> => {
  const { fileName, pdf } = await paperPdf(paperId, locale, REQUESTER);
  return { fileName, content: Buffer.from(pdf) };
};

/** A paper, issued now unless one shows the present data already; none if the adoption cannot have it any more. */
const paper =
  (kind: PaperKind, subjectOf: (row: MessageRow) => string | null | undefined): Source =>
  async (row, locale) => {
    const source = subjectOf(row);
    if (!source) return [];
    try {
      const { id } = await issuePaper({ kind, billingId: row.billingId, source });
      return [await attach(id, locale)];
    } catch (error) {
      if (error instanceof HttpError && error.code === 'document.not_found') return [];
      throw error;
    }
  };

/** Every issued paper that is valid: none has replaced it, and what it says is still true. */
const papers: Source = async ({ billingId }, locale) => {
  const valid = (await papersOf(billingId)).filter(({ replacedById, isVoid }) => replacedById === null && !isVoid);
  return Promise.all(valid.map(({ id }) => attach(id, locale)));
};

const proforma = paper('proforma', ({ billingId }) => billingId);
const receipt = paper('receipt', ({ detail, paymentId }) => detail.receipt ?? paymentId);

/** The documents that a message carries, by its kind. */
const SOURCES: Partial<Record<MessageKind, readonly Source[]>> = {
  adopted: [summary],
  transfer: [proforma],
  extended: [proforma],
  reduced: [summary, proforma],
  moved: [summary, proforma],
  received: [receipt],
  paid: [receipt],
  paid_copy: [receipt],
  cancelled: [paper('cancellation', ({ billingId }) => billingId)],
  refunded: [paper('credit_note', ({ detail }) => detail.refund)],
  papers: [summary, papers],
};

/**
 * Returns the documents of a message, rendered in its language. An unproven address gets none, because they show the
 * details of a person, unless an administrator sends the papers.
 * @throws HttpError 503 'document.busy' if the render queue is full
 */
export async function attachmentsOf(row: MessageRow, locale: Locale): Promise<Attachment[]> {
  if (row.isUnproven && row.kind !== 'papers') return [];
  const documents = await Promise.all((SOURCES[row.kind] ?? []).map((source) => source(row, locale)));
  return documents.flat();
}

/**
 * Returns the proforma of an invitation to renew, for a sponsor who is committed for the whole course; none of other messages,
 * and none if no seats are left.
 * @throws HttpError 503 'document.busy' if the render queue is full
 */
export async function renewalAttachments({ kind, detail }: AccountMessageRow, locale: Locale): Promise<Attachment[]> {
  if (kind !== 'renewal' || !detail.committed || !detail.reservation) return [];
  const offer = await renewalForMessage(detail.reservation);
  if (!offer) return [];
  const content = await renderRenewal(offer, absoluteUrl(detail.path ?? ''), locale, REQUESTER);
  if (!content) throw new HttpError('document.busy');
  return [{ fileName: renewalFileName(isoDate(new Date())), content }];
}
