import 'server-only';
import { env } from '@/lib/platform/env';
import type { Locale } from '@/lib/platform/i18n/locale';
import type { PrintedPaper } from './paper';
import type { RenewalOffer } from './renewal';
import type { BoardPack } from '@/lib/selection/shared-cart/board-pack';
import type { Proposal } from '@/lib/selection/shared-cart/schema';
import type { Summary } from '@/lib/adoption/core/summary';
import { renderInWorker } from './render-in-worker';
import type { PrintedStatement } from './statement';
import type { PrintedUse } from './use-statement';

/** Returns the PDF of a summary; null if the render queue is full. `requester` is the client address. */
export async function renderSummary(summary: Summary, locale: Locale, requester: string): Promise<Buffer | null> {
  const url = summary.reference === null ? null : verifyUrl(summary.reference);
  return renderInWorker({ kind: 'summary', content: summary, url, locale }, requester);
}

/** Returns the PDF of an issued paper; null if the render queue is full. `requester` is the client address. */
export async function renderPaper(paper: PrintedPaper, locale: Locale, requester: string): Promise<Buffer | null> {
  const url = `${verifyUrl(paper.data.reference)}?paper=${paper.serial}`;
  return renderInWorker({ kind: 'paper', content: paper, url, locale }, requester);
}

/** Returns the PDF of an annual statement; null if the render queue is full. `requester` is the client address. */
export async function renderStatement(
  statement: PrintedStatement,
  locale: Locale,
  requester: string,
): Promise<Buffer | null> {
  return renderInWorker({ kind: 'statement', content: statement, locale }, requester);
}

/** Returns the PDF of a statement of use; null if the render queue is full. @param paperId names its page under /verify */
export const renderUse = (
  statement: PrintedUse,
  paperId: string,
  locale: Locale,
  requester: string,
): Promise<Buffer | null> =>
  renderInWorker({ kind: 'use', content: statement, url: verifyUrl(paperId), locale }, requester);

/** Returns the PDF of a renewal that is offered at `url`; null if the render queue is full. */
export async function renderRenewal(
  offer: RenewalOffer,
  url: string,
  locale: Locale,
  requester: string,
): Promise<Buffer | null> {
  return renderInWorker({ kind: 'renewal', content: offer, url, locale }, requester);
}

/** Returns the PDF of a proposal whose shared cart is at `url`; null if the render queue is full. `requester` is the client address. */
export async function renderProposal(
  proposal: Proposal,
  url: string,
  locale: Locale,
  requester: string,
): Promise<Buffer | null> {
  return renderInWorker({ kind: 'proposal', content: proposal, url, locale }, requester);
}

/** Returns the PDF of the board pack of a shared cart at `url`; null if the render queue is full. `requester` is the client address. */
export const renderBoardPack = (
  pack: BoardPack,
  url: string,
  locale: Locale,
  requester: string,
): Promise<Buffer | null> => renderInWorker({ kind: 'board', content: pack, url, locale }, requester);

const verifyUrl = (reference: string) => new URL(`/verify/${reference}`, env().APP_URL).href;
