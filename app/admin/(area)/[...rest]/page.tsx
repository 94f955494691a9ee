import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { adminPage } from '@/components/admin/admin-page';
import { getTranslator } from '@/lib/platform/i18n/server';

export const metadata: Metadata = { title: getTranslator('en', 'admin.notFound')('title') };

/** Any other path of the area: 404 for administrators, redirect to the login for everyone else. */
export default adminPage(async () => notFound());
