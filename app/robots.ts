import type { MetadataRoute } from 'next';
import { absoluteUrl } from '@/lib/platform/site/metadata';

/** The site's address is known only at run time. */
export const dynamic = 'force-dynamic';

/** /robots.txt: excludes personal pages, actions and the API from search engines. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: {
      userAgent: '*',
      disallow: [
        '/dashboard',
        '/admin',
        '/office',
        '/api/',
        '/payment',
        '/verify/',
        '/shared-cart/',
        '/auditor/',
        '/waiting',
      ],
    },
    sitemap: absoluteUrl('/sitemap.xml'),
  };
}
