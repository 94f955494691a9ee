import { redirect } from 'next/navigation';

/** The area itself has no page: the dashboard is its home. */
export default function AdminHome() {
  redirect('/admin/dashboard');
}
