/** What pages do with a draft that is not stored yet when they are closed without a question. */
const savers = new Set<() => void>();

/** Calls `save` when the session ends under the page, until the returned function is called. It must not ask anything. */
export function onSessionEnd(save: () => void): () => void {
  savers.add(save);
  return () => void savers.delete(save);
}

/**
 * Stores the drafts of the open page and takes its question about unsaved changes away (A-45: a 401 commits). Call it
 * before the document is replaced because the session is over.
 */
export function commitDrafts(): void {
  for (const save of [...savers]) save();
}
