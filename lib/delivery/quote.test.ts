import { describe, expect, test } from 'vitest';
import { quoteName } from './quote';

describe('security 63: a name in a message', () => {
  test.each([
    ['Acme Ltd', '“Acme Ltd”'],
    ['S.K.S. Pvt.Ltd.', '“S.K.S. Pvt. Ltd.”'],
    ['Booking.com', '“Booking. com”'],
    ['https://www.evil.example/pay?x=1', '“https: / /www. evil. example/pay?x=1”'],
    ['x.co', '“x. co”'],
    ['t.me/evil', '“t. me/evil”'],
    ['10.20.30.40', '“10. 20. 30. 40”'],
    ['asha@evil.com', '“asha @ evil. com”'],
    ['upi:pay', '“upi: pay”'],
    ['call +91 98765-43210 now', '“call +… now”'],
    ['शर्मा.भारत', '“शर्मा. भारत”'],
    ['two\nlines\u202E', '“two lines”'],
    ['a” – from “b', "“a' – from 'b”"],
  ])('%j is no link and stays within its quotes: %s', (name, shown) => expect(quoteName(name, 60)).toBe(shown));

  test('is shortened between graphemes', () => {
    expect(quoteName('x'.repeat(161), 60)).toBe(`“${'x'.repeat(59)}…”`);
    expect(quoteName('क्षि'.repeat(61), 60)).toBe(`“${'क्षि'.repeat(59)}…”`);
  });

  test('contains no URL or address', () => {
    for (const name of ['evil.com.', 'http://evil', 'a.b.evil.com:80/x', 'http:////evil.com', 'a@@b.co', '1.2.3.4/pay'])
      expect(quoteName(name, 60).slice(1, -1)).not.toMatch(/[\p{L}\p{N}]\.[\p{L}\p{N}]{2}|\/\/|\S@|@\S|\d\.\d|:\S/u);
  });
});
