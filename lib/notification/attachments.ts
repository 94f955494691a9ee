import 'server-only';
import { HttpError } from '@/lib/core/errors';
import { summaryForMessage } from '@/lib/document/queries';
import { renderSummary } from '@/lib/document/render';
import { isoDate, summaryFileName } from '@/lib/document/rules';
import type { Locale } from '@/lib/i18n/locale';
import type { Attachment } from '@/lib/message/schema';
import type { MessageKind } from './schema';
import type { MessageRow } from './statements';
import { isUnproven } from './templates';

type Source = (row: MessageRow, locale: Locale) => Promise<Attachment[]>;

/** Documents are rendered in turn for requesters; messages are one of them. */
const REQUESTER = 'messages';

/** The adoption summary; none if the seats are no longer adopted. */
const summary: Source = async ({ billing_id: billingId }, locale) => {
  const found = await summaryForMessage(billingId);
  if (!found) return [];
  const content = await renderSummary(found, locale, REQUESTER);
  if (!content) throw new HttpError(503, 'document.busy');
  return [{ fileName: summaryFileName(isoDate(new Date())), content }];
};

/** The documents that a message carries, by its kind. */
const SOURCES: Partial<Record<MessageKind, readonly Source[]>> = {
  adopted: [summary],
  papers: [summary],
};

/**
 * Returns the documents of a message, rendered in its language. An unproven address gets none, because they show the
 * details of a person, unless an administrator sends the papers.
 * @throws HttpError 503 'document.busy' if the render queue is full
 */
export async function attachmentsOf(row: MessageRow, locale: Locale): Promise<Attachment[]> {
  if (isUnproven(row) && row.kind !== 'papers') return [];
  const documents = await Promise.all((SOURCES[row.kind] ?? []).map((source) => source(row, locale)));
  return documents.flat();
}
