import { ServerResponse, type IncomingMessage } from 'node:http';
import { RETRY_SECONDS } from '@/lib/platform/limits';
import { closeRequest, openRequest } from '@/lib/platform/unavailable';
import { UNAVAILABLE_PAGE } from './unavailable-page';

/**
 * A response that corrects what Next.js says of a page: it offers parts of files, which are sent whole, and answers a page that
 * failed because the database is away with a 500 that is empty without JavaScript, instead of one that says when to try again. A
 * page that says so itself has 200, which caches and monitors take for the page: it keeps its text. Made by the option
 * `ServerResponse` of node:http, whose methods it extends.
 */
export class PageResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  private page: ReturnType<typeof openRequest> | undefined;
  private isReplaced = false;

  /** Begins the answer of a page. @param id of its request, by which noteUnavailable names it */
  begin(id: string): void {
    const page = openRequest(id);
    this.page = page;
    this.once('close', () => closeRequest(id, page));
  }

  override writeHead(...head: unknown[]): this {
    const write = super.writeHead.bind(this) as (...given: unknown[]) => this;
    if (!this.page) return write(...head);
    this.removeHeader('Accept-Ranges');
    const isPage = String(this.getHeader('Content-Type')).startsWith('text/html');
    // A page that a script asked for stays in the document of the page before.
    const isShown = this.statusCode === 200 && isPage;
    if (!this.page.isUnavailable || (this.statusCode !== 500 && !isShown)) return write(...head);
    this.statusCode = 503;
    this.setHeader('Retry-After', String(RETRY_SECONDS));
    // Others are answers to scripts, or sitemaps.
    if (isShown || !isPage) return write(503, ...head.slice(1));
    for (const name of ['Content-Encoding', 'Content-Length', 'ETag', 'Link']) this.removeHeader(name);
    write(503);
    super.end(UNAVAILABLE_PAGE);
    this.isReplaced = true;
    return this;
  }

  // Compression calls these with the page of Next.js.
  override write(...chunk: unknown[]): boolean {
    return this.isReplaced || (super.write as (...given: unknown[]) => boolean).apply(this, chunk);
  }

  override end(...chunk: unknown[]): this {
    return this.isReplaced ? this : (super.end as (...given: unknown[]) => this).apply(this, chunk);
  }
}
