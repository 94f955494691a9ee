import 'server-only';
import { renderToBuffer } from '@react-pdf/renderer';
import type { Locale } from '@/lib/platform/i18n/locale';
import { BoardPackDocument } from './board-pack';
import { createDocumentContext, type DocumentContext } from './context';
import { PaperDocument, type PrintedPaper } from './paper';
import { ProposalDocument } from './proposal';
import { RenewalDocument, type RenewalOffer } from './renewal';
import type { BoardPack } from '@/lib/selection/shared-cart/board-pack';
import type { Proposal } from '@/lib/selection/shared-cart/schema';
import type { Summary } from '@/lib/adoption/core/summary';
import { StatementDocument, type PrintedStatement } from './statement';
import { SummaryDocument } from './summary';
import { UseDocument, type PrintedUse } from './use-statement';

/**
 * A document to render, as plain data that can be sent to a worker thread. `url` is its page under /verify, null in a
 * draft.
 */
export type RenderJob = { locale: Locale } & (
  | { kind: 'summary'; content: Summary; url: string | null }
  | { kind: 'paper'; content: PrintedPaper; url: string }
  | { kind: 'statement'; content: PrintedStatement }
  | { kind: 'use'; content: PrintedUse; url: string }
  | { kind: 'proposal'; content: Proposal; url: string }
  | { kind: 'board'; content: BoardPack; url: string }
  | { kind: 'renewal'; content: RenewalOffer; url: string }
);

/** Renders a document as a PDF. Blocks for a second or more with many lines: use ./render-in-worker. */
export async function renderPdf(job: RenderJob): Promise<Buffer> {
  return renderToBuffer(documentOf(job, await createDocumentContext(job.content, job.locale)));
}

function documentOf(job: RenderJob, context: DocumentContext) {
  switch (job.kind) {
    case 'summary':
      return <SummaryDocument summary={job.content} url={job.url} context={context} />;
    case 'paper':
      return <PaperDocument paper={job.content} url={job.url} context={context} />;
    case 'statement':
      return <StatementDocument statement={job.content} context={context} />;
    case 'use':
      return <UseDocument statement={job.content} url={job.url} context={context} />;
    case 'proposal':
      return <ProposalDocument proposal={job.content} url={job.url} context={context} />;
    case 'board':
      return <BoardPackDocument pack={job.content} url={job.url} context={context} />;
    case 'renewal':
      return <RenewalDocument offer={job.content} url={job.url} context={context} />;
  }
}
