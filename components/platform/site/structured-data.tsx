import { jsonLd, type Thing } from '@/lib/catalogue/structured-data';

/** Structured data for search engines (schema.org, JSON-LD); not visible. */
export function StructuredData({ things }: { things: readonly Thing[] }) {
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd(things) }} />;
}
