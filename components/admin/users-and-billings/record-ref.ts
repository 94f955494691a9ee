/** A record to show, and the dialog's title before it is fetched. */
export type RecordRef = { kind: 'user' | 'billing'; id: string; name: string };

/** The endpoint of the administrator's data. */
export const RECORDS_PATH = '/user/get_admin_dashboard_data';
