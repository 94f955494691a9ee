// eslint-disable-next-line no-restricted-imports -- this is what the others import
import NextLink from 'next/link';
import type { ComponentProps } from 'react';

/**
 * A link that does not prefetch its page. Pages are rendered for each request, so that a prefetch brings nothing that the
 * navigation would use, except where a page has a loading state: there pass `prefetch={null}`.
 */
export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />;
}
