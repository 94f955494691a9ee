/** Returns the address of the catalogue with these parameters. */
export const catalogueHref = (params: string): string => `/admin/catalogue${params && `?${params}`}`;
