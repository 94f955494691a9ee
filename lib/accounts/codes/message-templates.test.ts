import { describe, expect, test } from 'vitest';
import { codeMessage, emailCodeMessage } from './message-templates';

const addressed = {
  otpMethod: 'email',
  email: 'asha@acme.in',
  phone: '9876543210',
  code: '012345',
  locale: 'en',
} as const;
const brief = { company: 'Acme Ltd', seats: 12, totalPaise: 15_00_000_00, period: 'for 2026-27' };

test('an e-mail states what its code confirms, how long it is valid and what to do if it is unexpected', () => {
  const message = codeMessage(addressed, brief);
  expect(message).toMatchObject({ channel: 'email', to: 'asha@acme.in', code: '012345' });
  for (const part of ['Acme Ltd', '12 seats', '₹15,00,000.00', '012345', '10 minutes', 'ignore it']) {
    expect(message.text).toContain(part);
    expect(message.html).toContain(part);
  }
  expect(message.subject).not.toContain('Acme');
});

test('security 42: what a sponsor typed is text in the HTML of the e-mail', () => {
  const { html, text } = codeMessage(addressed, { ...brief, company: `<img src=x> & "Co" 'n {code}` });
  expect(html).toContain('&lt;img src=x&gt; &amp; &quot;Co&quot; &#39;n {code}');
  expect(html).not.toContain('<img');
  expect(text).toContain('<img src=x> & "Co" \'n {code}');
});

test('an SMS is sent to an Indian number and has the same content in one text', () => {
  const message = codeMessage({ ...addressed, otpMethod: 'phone' }, { ...brief, seats: 1 });
  expect(message).toMatchObject({ channel: 'sms', to: '+919876543210' });
  for (const part of ['012345', 'Acme Ltd', '1 seat by', '₹15,00,000.00', '10 minutes'])
    expect(message.text).toContain(part);
  expect(message.html).toBeUndefined();
});

test('an e-mail is in Hindi for a Hindi request; amounts, digits, and the names of the site and the company stay', () => {
  const message = codeMessage({ ...addressed, locale: 'hi', insteadOfSms: true }, brief);
  expect(message.subject).toBe('आपका Seat Adoption कोड');
  for (const part of ['Acme Ltd', '12 सीटें', '₹15,00,000.00', '012345', '10 मिनट', 'SMS नहीं भेज सकती'])
    expect(message.text).toContain(part);
  expect(message.text).not.toMatch(/seats|code|valid|Enter/);
  expect(emailCodeMessage('asha@acme.in', '012345', 'hi').text).toContain('खाते का ई-मेल पता');
});

test('an SMS is the registered English sentence in every language', () => {
  const text = (locale: 'en' | 'hi') => codeMessage({ ...addressed, otpMethod: 'phone', locale }, brief);
  expect(text('hi')).toEqual(text('en'));
  expect(text('hi').text).toMatch(
    /^012345 confirms the adoption of 12 seats by “Acme Ltd” for ₹15,00,000.00 for 2026-27\./,
  );
});

describe('security 63: a company whose name is an invitation', () => {
  const company = `Refund of ₹9,999 ready: https://evil.example/pay or call 98765 43210 ${'x'.repeat(80)}`;

  test.each(['en', 'hi'] as const)(
    'in an e-mail (%s) stands in quotes, short, below our own words and the code',
    (locale) => {
      const message = codeMessage({ ...addressed, locale }, { ...brief, company });
      const paragraphs = message.text.split('\n\n');
      const at = paragraphs.findIndex((paragraph) => paragraph.includes('Refund'));
      expect(at).toBeGreaterThan(paragraphs.indexOf(addressed.code));
      expect(paragraphs[at]).toMatch(/: “Refund of ₹9,999 ready: https: \/ \/evil\. example\/pay or call…”$/u);
      for (const text of [message.text, message.html]) expect(text).not.toMatch(/https:\/|evil\.example|43210/);
      expect(message.subject).not.toContain('Refund');
    },
  );

  test('in a text begins with the code and keeps to the 30 characters of a variable', () => {
    const { text } = codeMessage(
      { ...addressed, otpMethod: 'phone' },
      { ...brief, company: `evil.com/pay ${company}` },
    );
    expect(text).toMatch(/^012345 confirms the adoption of 12 seats by “[^“”]{28}” for ₹15,00,000.00 for 2026-27\./);
    expect(text).not.toMatch(/evil\.com|https:\//);
  });
});
