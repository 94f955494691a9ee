import { createTranslator, type NamespaceKeys, type NestedKeyOf } from 'use-intl/core';
import en from './en';
import { LOCALE } from './locale';

/** A translator for server components, documents and messages; client islands use `useTranslations` of use-intl. */
export function getTranslations<N extends NamespaceKeys<typeof en, NestedKeyOf<typeof en>>>(namespace: N) {
  return createTranslator<typeof en, N>({ locale: LOCALE, messages: en, namespace, timeZone: 'Asia/Kolkata' });
}
