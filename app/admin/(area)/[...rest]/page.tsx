import { notFound } from 'next/navigation';
import { adminPage } from '@/components/admin/admin-page';

/** Every other address of the area: to an administrator it is not there, anybody else is asked to log in. */
export default adminPage(async () => notFound());
