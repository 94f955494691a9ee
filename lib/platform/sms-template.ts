/** The request body for an SMS provider, unless SMS_BODY is set. */
export const DEFAULT_SMS_BODY = '{"to":"{to}","text":"{text}"}';

/** The placeholders of SMS_BODY. */
type Values = { to: string; text: string; code: string };

/**
 * Fills the placeholders {to}, {text} and {code} of a JSON template. Values are escaped as JSON string content, since
 * the placeholders are inside JSON strings.
 */
export function fillTemplate(template: string, values: Values): string {
  return template.replace(/\{(to|text|code)\}/g, (_, name: keyof Values) => JSON.stringify(values[name]).slice(1, -1));
}

/** Returns true if the template results in JSON with the number, and with the text or the code. */
export function isSmsTemplate(template: string): boolean {
  try {
    JSON.parse(fillTemplate(template, { to: '"', text: '"', code: '"' }));
  } catch {
    return false;
  }
  return template.includes('{to}') && (template.includes('{text}') || template.includes('{code}'));
}
