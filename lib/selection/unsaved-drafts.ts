/** Callbacks that store the unsaved draft of a page which closes without a prompt. */
const savers = new Set<() => void>();

/** Registers `save` for the end of the session, until the returned function is called. It must not prompt. */
export function onSessionEnd(save: () => void): () => void {
  savers.add(save);
  return () => void savers.delete(save);
}

/**
 * Stores the drafts of the open page and disables its unsaved changes prompt (A-45: a 401 commits). Call it before
 * replacing the document because the session has ended.
 */
export function commitDrafts(): void {
  for (const save of [...savers]) save();
}
