import { jsonLd, type Thing } from '@/lib/site/structured';

/** What a page is about, for search engines (schema.org, JSON-LD). Nothing of it is shown. */
export function StructuredData({ things }: { things: readonly Thing[] }) {
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd(things) }} />;
}
