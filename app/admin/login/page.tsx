import type { Metadata } from 'next';
import Link from 'next/link';
import { AdminLoginForm } from '@/components/admin/login-form';
import { Brand } from '@/components/site/brand';
import { adminOfPage } from '@/lib/admin/accounts/session';
import { getTranslator } from '@/lib/i18n/server';

const [area, t] = [getTranslator('en', 'admin'), getTranslator('en', 'admin.login')];

export const metadata: Metadata = { title: t('title') };

/** Reads the session cookie, so it is rendered on each request. */
export const dynamic = 'force-dynamic';

/** /admin/login: always renders the form; the client redirects administrators whose cookie and token are both valid. */
export default async function AdminLoginPage() {
  const isLive = (await adminOfPage()) !== null;
  return (
    <div className="flex min-h-dvh flex-col bg-neel">
      <header className="on-neel text-on-neel">
        <div className="wrap flex min-h-14 max-w-360">
          <Brand />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="grid grow content-center px-gutter py-8 outline-none">
        <div className="mx-auto w-full max-w-108 overflow-hidden rounded-3 bg-paper shadow-lift">
          <div className="weave" />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6 p-6 sm:p-8">
            <div className="grid gap-2">
              <h1 className="text-h2">{area('area')}</h1>
              <p className="text-small text-ink-2">
                {t.rich('lead', {
                  link: (text) => (
                    <Link href="/login" className="whitespace-nowrap text-link underline underline-offset-4">
                      {text}
                    </Link>
                  ),
                })}
              </p>
            </div>
            <AdminLoginForm isLive={isLive} />
          </div>
        </div>
      </main>
    </div>
  );
}
