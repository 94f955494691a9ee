import { expect, test } from 'vitest';
import { usernameKey, usernameProblem } from './rules';

test.each(['', '   ', 'asha verma', 'a\u200Bb', "a'b", 'a\nb', '<b>', 'x'.repeat(101)])(
  '%j is no username',
  (username) => {
    expect(usernameProblem(usernameKey(username))?.code).toBe('admin.username_form');
  },
);

test.each(['asha\uFE0F', 'a\u034Fsha', '\u115F', 'asha\u17B4', '\u0301', '...', 'asha\u{E0100}'])(
  'security 67: a username with marks that cannot be seen, or without a letter or digit, is refused: %j',
  (username) => expect(usernameProblem(usernameKey(username))?.code).toBe('admin.username_form'),
);

test('security 43: a username has one spelling', () => {
  for (const typed of ['asha@acme.in', ' Asha@ACME.in ', 'asha\uFF20acme.in'])
    expect(usernameKey(typed)).toBe('asha@acme.in');
});
