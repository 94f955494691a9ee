import { redirect } from 'next/navigation';

/** /admin redirects to the dashboard. */
export default function AdminHome() {
  redirect('/admin/dashboard');
}
