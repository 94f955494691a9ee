'use client';

import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '@/components/platform/ui/button';
import { useDownload, type Download } from './use-download';

type DownloadButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'pending'> & {
  document: Download;
  Icon?: LucideIcon;
};

/** A button that downloads a document; the API reads a bearer token, which a link does not send. */
export function DownloadButton({ document, Icon, children, ...button }: DownloadButtonProps) {
  const { pending, download } = useDownload();
  return (
    <Button variant="line" size="small" {...button} pending={pending} onClick={() => void download(document)}>
      {!pending && Icon && <Icon aria-hidden />}
      <span>{children}</span>
    </Button>
  );
}
