import type { Metadata } from 'next';
import { RequestList } from '@/components/waiting/request-list';
import { UnknownRequest } from '@/components/waiting/unknown-request';
import { NoScript } from '@/components/platform/site/no-script';
import { SitePage } from '@/components/platform/site/page';
import { readRequests, type OwnRequests } from '@/lib/waiting/queries';
import { getTranslations } from '@/lib/platform/i18n/server';

/** Rendered on each request: with the offers of now. */
export const dynamic = 'force-dynamic';

/** The address is only known to whoever waits. */
export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations('waiting'))('ownTitle'),
    robots: { index: false, follow: false },
    referrer: 'same-origin',
  };
}

type RequestsProps = { params: Promise<{ requestId: string }> };

/** /waiting/{requestId}: all requests of the address of one of them, for whoever has its link. */
export default async function RequestsPage({ params }: RequestsProps) {
  const ownRequests = await readRequests((await params).requestId);
  const t = await getTranslations('waiting');
  return (
    <SitePage className="wrap grid max-w-2xl grid-cols-[minmax(0,1fr)] content-start gap-5 py-8">
      <NoScript />
      <h1>{t('ownTitle')}</h1>
      {ownRequests ? <Requests own={ownRequests} /> : <UnknownRequest />}
    </SitePage>
  );
}

async function Requests({ own: { email, requests } }: { own: OwnRequests }) {
  const t = await getTranslations('waiting');
  const open = requests.filter(({ ending }) => ending === null);
  const past = requests.filter(({ ending }) => ending !== null);
  return (
    <>
      <p className="max-w-prose wrap-anywhere text-ink-2">{t('ownText', { email })}</p>
      {open.length > 0 ? (
        <section className="grid gap-3">
          <h2 id="open" className="text-h3">
            {t('openRequests')}
          </h2>
          <RequestList requests={open} labelledBy="open" />
        </section>
      ) : (
        <p className="font-semibold">{t('none')}</p>
      )}
      {past.length > 0 && (
        <section className="grid gap-3">
          <h2 id="past" className="text-h3">
            {t('past')}
          </h2>
          <RequestList requests={past} labelledBy="past" />
        </section>
      )}
    </>
  );
}
