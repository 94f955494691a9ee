import { Linter } from 'eslint';
import { expect, test } from 'vitest';
import { translatedText } from './lib/translated-text.mjs';

const config: Linter.Config = {
  plugins: { product: { rules: { 'translated-text': translatedText as never } } },
  rules: { 'product/translated-text': 'error' },
  languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
};
const problems = (jsx: string) => new Linter().verify(`const x = ${jsx};`, config).map(({ ruleId }) => ruleId);

test.each([
  ['an icon that comes before the text', '<b>{pending && <Icon />}{children}</b>'],
  ['an icon that comes before a literal text', '<b>{pending ? <Icon /> : null} Send</b>'],
  ['a list before the text', '<b>{items.map((item) => <Item />)}{t("end")}</b>'],
  ['text that comes and goes', '<b><Icon />{count > 0 && t("count")}</b>'],
  ['text in exchange for an element', '<b><Icon />{type ? <Type /> : name}</b>'],
  ['text in a fragment that comes and goes', '<b><Icon />{type && <>, {name}</>}</b>'],
])('%s is found', (_, jsx) => {
  expect(problems(jsx)).toEqual(['product/translated-text']);
});

test.each([
  ['text in an element', '<b>{pending && <Icon />}<span>{children}</span></b>'],
  ['text before what comes and goes', '<b>{t("name")}{pending && <Icon />}</b>'],
  ['text behind an element that stays', '<b>{pending && <Icon />}<i />{t("name")}</b>'],
  ['text alone, which React replaces as a whole', '<b>{pending ? t("sending") : t("send")}</b>'],
  ['an icon before line breaks', '<b>\n{pending && <Icon />}\n</b>'],
])('%s is not', (_, jsx) => {
  expect(problems(jsx)).toEqual([]);
});
