/** A record to show, and the dialog's title before it is fetched. */
export type RecordRef = { kind: 'user' | 'billing'; id: string; name: string };
