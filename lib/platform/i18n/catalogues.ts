import en from './en';
import hi from './hi';
import type { Locale } from './locale';

/** The texts of each language; the administrators' namespaces are English in all of them. */
export const CATALOGUES: Record<Locale, typeof en> = {
  en,
  hi: { ...en, ...hi },
};
