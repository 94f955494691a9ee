import type { Metadata } from 'next';
import { EntryPage } from '@/components/admin/entry-page';
import { AdminLoginForm } from '@/components/admin/login-form';
import { Link } from '@/components/platform/ui/link';
import { adminOfPage } from '@/lib/accounts/administrators/session';
import { getTranslator } from '@/lib/platform/i18n/server';

const [area, t] = [getTranslator('en', 'admin'), getTranslator('en', 'admin.login')];

export const metadata: Metadata = { title: getTranslator('en', 'staff.login')('title') };

/** Reads the session cookie, so it is rendered on each request. */
export const dynamic = 'force-dynamic';

/** /admin/login: always renders the form; the client redirects administrators whose cookie and token are both valid. */
export default async function AdminLoginPage() {
  const isLive = (await adminOfPage()) !== null;
  const lead = t.rich('lead', {
    link: (text) => (
      <Link href="/login" className="whitespace-nowrap text-link underline underline-offset-4">
        {text}
      </Link>
    ),
  });
  return (
    <EntryPage title={area('area')} lead={lead}>
      <AdminLoginForm isLive={isLive} />
    </EntryPage>
  );
}
