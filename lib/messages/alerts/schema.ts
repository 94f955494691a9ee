/** The kinds of alerts, as in the table `alerts`. */
export type AlertKind = 'codes' | 'limit' | 'network' | 'fast' | 'mailbox';
