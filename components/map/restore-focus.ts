/** The district picked last on a page with a map: where the focus belongs when its visitor comes back. */
type Picked = { district: string; byKeys: boolean };

const picked = new Map<string, Picked>();
/** The page that Back or Forward led to, until it has been asked for. */
let returnedTo: string | null = null;

if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    returnedTo = window.location.pathname;
  });
}

/** Keeps what was picked on the page that stands now, while this visit lasts. */
export function rememberPicked(choice: Picked): void {
  returnedTo = null;
  picked.set(window.location.pathname, choice);
}

/**
 * What was picked on this page before; `focus` says that its visitor picked it by keys, has just come back to it, and that the
 * focus is nowhere yet.
 */
export function recallPicked(): { district: string; focus: boolean } | null {
  const { pathname } = window.location;
  const last = picked.get(pathname);
  const back = returnedTo === pathname;
  returnedTo = null;
  if (!last) return null;
  const { activeElement, body } = document;
  const nowhere = activeElement === null || activeElement === body || activeElement.id === 'content';
  return { district: last.district, focus: back && last.byKeys && nowhere };
}
