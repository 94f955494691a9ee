/** The body of a request to a provider of texts, unless SMS_BODY gives another. */
export const DEFAULT_SMS_BODY = '{"to":"{to}","text":"{text}"}';

/** What a template of SMS_BODY may name. */
type Values = { to: string; text: string; code: string };

/**
 * Fills the placeholders {to}, {text} and {code} of a JSON template. They stand inside JSON strings, so what is filled in is escaped
 * as the inside of one: a quotation mark in a company's name stays a character of the text.
 */
export function fillTemplate(template: string, values: Values): string {
  return template.replace(/\{(to|text|code)\}/g, (_, name: keyof Values) => JSON.stringify(values[name]).slice(1, -1));
}

/** Whether a template becomes JSON that carries the message: the number, and the text or the code. */
export function isSmsTemplate(template: string): boolean {
  try {
    JSON.parse(fillTemplate(template, { to: '"', text: '"', code: '"' }));
  } catch {
    return false;
  }
  return template.includes('{to}') && (template.includes('{text}') || template.includes('{code}'));
}
