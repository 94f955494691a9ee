/** A record that is looked at: which one, and what its popup is called before it is fetched. */
export type RecordRef = { kind: 'user' | 'billing'; id: string; name: string };

/** The call for the administrator's data (R-API-28). */
export const RECORDS_PATH = '/user/get_admin_dashboard_data';
