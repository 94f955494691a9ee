/** The path of a company's page for administrators. */
export const companyPath = (groupId: string): string => `/admin/companies/${groupId}`;
