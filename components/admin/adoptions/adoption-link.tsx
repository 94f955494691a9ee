import { Link } from '@/components/platform/ui/link';

/** The address of an adoption's page for administrators. */
export const adoptionHref = (reference: string): string => `/admin/billings/${reference}`;

/** For a page whose state would be lost, such as a statement that was read. */
export const NEW_TAB = { target: '_blank', rel: 'noreferrer' } as const;

/** A reference that leads to the page of its adoption. */
export function AdoptionLink({ reference, newTab = false }: { reference: string; newTab?: boolean }) {
  return (
    <Link
      href={adoptionHref(reference)}
      {...(newTab && NEW_TAB)}
      className="whitespace-nowrap text-link tabular-nums underline underline-offset-4 hover:decoration-2"
    >
      {reference}
    </Link>
  );
}
