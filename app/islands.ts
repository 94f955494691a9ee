'use client';

// Client components of nearly every page. Here they belong to the scripts of the root layout: otherwise those of a page
// and of its not-found page each have a copy, and every visit loads both.
export { LanguageSwitch } from '@/components/platform/i18n/language-switch';
export { FocusRestorer } from '@/components/platform/shell/focus-restorer';
export { AccountLink } from '@/components/platform/site/account-link';
export { CartLink } from '@/components/platform/site/cart-link';
export { FooterAccount } from '@/components/platform/site/footer-account';
export { Toaster } from '@/components/platform/ui/toaster';
