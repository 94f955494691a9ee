import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { adminPage } from '@/components/admin/admin-page';
import { getTranslator } from '@/lib/i18n/server';

export const metadata: Metadata = { title: getTranslator('en', 'admin.notFound')('title') };

/** Every other address of the area: to an administrator it is not there, anybody else is asked to log in. */
export default adminPage(async () => notFound());
