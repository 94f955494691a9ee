/** The district last picked on a page with a map, which receives the focus when the visitor returns. */
type Picked = { district: string; byKeys: boolean };

const picked = new Map<string, Picked>();
/** The page that Back or Forward led to, until it is read. */
let returnedTo: string | null = null;

if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    returnedTo = window.location.pathname;
  });
}

/** Stores the pick on the current page for the session. */
export function rememberPicked(choice: Picked): void {
  returnedTo = null;
  picked.set(window.location.pathname, choice);
}

/**
 * Returns the earlier pick on this page; `focus` is true if it was made by keyboard, the visitor has just returned, and
 * nothing has the focus yet.
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
