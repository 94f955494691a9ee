import { cn } from '@/components/platform/ui/cn';

/** Shared styles of all rows of the sidebar. */
export const sidebarRow =
  'flex min-h-tap w-full items-center gap-3 rounded-2 px-3 text-start text-small no-underline [&_svg]:size-5 [&_svg]:shrink-0';
/** A row with a link. */
export const sidebarLink = cn(sidebarRow, 'text-on-neel-2 hover:bg-neel-2 hover:text-on-neel');
