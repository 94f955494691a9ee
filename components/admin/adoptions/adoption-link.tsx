import { Link } from '@/components/ui/link';

/** The address of an adoption's page for administrators. */
export const adoptionHref = (reference: string): string => `/admin/billings/${reference}`;

/** A reference that leads to the page of its adoption. */
export function AdoptionLink({ reference }: { reference: string }) {
  return (
    <Link
      href={adoptionHref(reference)}
      className="whitespace-nowrap text-link tabular-nums underline underline-offset-4 hover:decoration-2"
    >
      {reference}
    </Link>
  );
}
