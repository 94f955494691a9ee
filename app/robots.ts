import type { MetadataRoute } from 'next';
import { absoluteUrl } from '@/lib/site/metadata';

/** The site's address is known at run time only. */
export const dynamic = 'force-dynamic';

/** /robots.txt: what is somebody's own, changes things or answers programs is of no use to a search engine. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: '*', disallow: ['/dashboard', '/admin', '/api/', '/payment', '/verify/'] },
    sitemap: absoluteUrl('/sitemap.xml'),
  };
}
