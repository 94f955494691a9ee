/** In a new tab: what was read from a statement would be lost. */
export const NEW_TAB = { target: '_blank', rel: 'noreferrer' } as const;
export const LINK = 'whitespace-nowrap text-link underline underline-offset-4';

/** Leads from a line of a statement to an adoption. */
export function AdoptionLink({ reference }: { reference: string }) {
  return (
    <a href={`/admin/billings/${reference}`} className={`${LINK} tabular-nums`} {...NEW_TAB}>
      {reference}
    </a>
  );
}
