import { cn } from '@/components/ui/cn';

/** What all rows of the sidebar share. */
export const sidebarRow =
  'flex min-h-tap w-full items-center gap-3 rounded-2 px-3 text-start text-small no-underline [&_svg]:size-5 [&_svg]:shrink-0';
/** A row that leads somewhere. */
export const sidebarLink = cn(sidebarRow, 'text-on-neel-2 hover:bg-neel-2 hover:text-on-neel');
