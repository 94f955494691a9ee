/** A click on a link, reduced to what the guard needs. */
export type LinkClick = {
  button: number;
  modified: boolean;
  /** The link's resolved address. */
  href: string;
  target: string | null;
  download: boolean;
  /** The address of the page. */
  here: string;
  /** True if the page keeps its changes when only its search parameters change. */
  anyQuery?: boolean;
};

/**
 * Returns true if a click navigates this tab to another page of the site, the only case the guard can block. New tabs,
 * downloads, other protocols and fragments of the same page do not leave; other origins unload the document, where the
 * browser itself prompts.
 */
export function leavesPage({ button, modified, href, target, download, here, anyQuery }: LinkClick): boolean {
  if (button !== 0 || modified || download || (target !== null && target !== '' && target !== '_self')) return false;
  const to = new URL(href);
  return to.origin === new URL(here).origin && !isSamePage(to.href, here, anyQuery);
}

/** Returns true if two addresses are the same page, ignoring the fragment and, with `anyQuery`, the search parameters. */
export function isSamePage(a: string, b: string, anyQuery = false): boolean {
  const [left, right] = [new URL(a), new URL(b)];
  const isSamePath = left.origin === right.origin && left.pathname === right.pathname;
  return isSamePath && (anyQuery || left.search === right.search);
}

/** Pages that show the selection: navigating there commits it. */
const CONFIRMING = ['/cart', '/dashboard/payment'];

/** Returns the prompt for a target: 'confirm' commits the draft, 'discard' drops it. */
export function dialogFor(href: string): 'confirm' | 'discard' {
  const { pathname } = new URL(href);
  return CONFIRMING.includes(pathname.replace(/\/+$/, '')) ? 'confirm' : 'discard';
}
