'use client';

import { ClipboardList, FileText } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useDownload } from '@/components/platform/form/use-download';
import { Button } from '@/components/platform/ui/button';
import { asFile, call } from '@/lib/api/client/client';
import { readToken } from '@/lib/api/client/session-storage';
import { DOCUMENT_MS } from '@/lib/platform/limits';
import { boardPackFileName, proposalFileName } from '@/lib/documents/rules';
import type { Locale } from '@/lib/platform/i18n/locale';

/** The documents of a shared cart: their calls, file names and icons. */
const DOCUMENTS = {
  proposal: { name: 'GET /cart/share/{token}/pdf', path: 'pdf', nameOn: proposalFileName, Icon: FileText },
  board: {
    name: 'GET /cart/share/{token}/board-pack',
    path: 'board-pack',
    nameOn: boardPackFileName,
    Icon: ClipboardList,
  },
} as const;

/**
 * Downloads a document of a shared cart. A plain link, which works without JavaScript; with it, the result is shown in
 * a toast.
 */
export function ProposalLink({ token, of = 'proposal' }: { token: string; of?: keyof typeof DOCUMENTS }) {
  const locale = useLocale() as Locale;
  const t = useTranslations(`sharedCart.${of}`);
  const { pending, download } = useDownload();
  const { name, path, nameOn, Icon } = DOCUMENTS[of];
  const request = { params: { token }, query: { locale }, timeoutMs: DOCUMENT_MS, read: asFile() };
  const onClick = (event: MouseEvent) => {
    event.preventDefault();
    if (pending) return;
    void download({
      id: of,
      texts: { preparing: t('preparing'), downloaded: t('downloaded') },
      // A board pack names the local area of whoever is logged in.
      fetch: () => call(name, { ...request, bearer: readToken() }),
      nameOn,
    });
  };
  return (
    <Button asChild wide variant="line">
      <a
        href={`/api/cart/share/${encodeURIComponent(token)}/${path}?locale=${locale}`}
        download
        aria-busy={pending}
        onClick={onClick}
      >
        <Icon aria-hidden />
        {t('button')}
      </a>
    </Button>
  );
}
