import { afterEach, describe, expect, test, vi } from 'vitest';
import { chosenLocale, isLocale, pageLocale } from './locale';

afterEach(() => vi.unstubAllGlobals());

describe('the language of a page', () => {
  test('is its `lang`; the default without a page or for an unsupported language', () => {
    expect(pageLocale()).toBe('en');
    vi.stubGlobal('document', { documentElement: { lang: 'hi' } });
    expect(pageLocale()).toBe('hi');
    vi.stubGlobal('document', { documentElement: { lang: 'fr' } });
    expect(pageLocale()).toBe('en');
  });

  test.each([
    ['language=hi', 'hi'],
    ['a=b; language=en; c=d', 'en'],
    ['a=language=hi', null],
    ['xlanguage=hi', null],
    ['language=fr', null],
    ['', null],
  ])('the cookie %j says %j', (cookie, locale) => {
    vi.stubGlobal('document', { cookie });
    expect(chosenLocale()).toBe(locale);
  });

  test('only the languages of the site are locales', () => {
    expect(['en', 'hi', 'HI', 'constructor', null, undefined, 1].filter(isLocale)).toEqual(['en', 'hi']);
  });
});
