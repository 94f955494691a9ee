import { expect, test } from 'vitest';
import { amountInWords } from './amount-in-words';

test.each([
  [0, 'Rupees Zero Only', 'शून्य रुपये मात्र'],
  [1, 'Rupees Zero and One Paisa Only', 'शून्य रुपये एक पैसा मात्र'],
  [1_00, 'Rupee One Only', 'एक रुपया मात्र'],
  [21_00, 'Rupees Twenty-One Only', 'इक्कीस रुपये मात्र'],
  [99_99, 'Rupees Ninety-Nine and Ninety-Nine Paise Only', 'निन्यानवे रुपये निन्यानवे पैसे मात्र'],
  [100_00, 'Rupees One Hundred Only', 'एक सौ रुपये मात्र'],
  [1_005_00, 'Rupees One Thousand Five Only', 'एक हज़ार पाँच रुपये मात्र'],
  [12_50_000_50, 'Rupees Twelve Lakh Fifty Thousand and Fifty Paise Only', 'बारह लाख पचास हज़ार रुपये पचास पैसे मात्र'],
  [
    1_23_45_678_00,
    'Rupees One Crore Twenty-Three Lakh Forty-Five Thousand Six Hundred Seventy-Eight Only',
    'एक करोड़ तेईस लाख पैंतालीस हज़ार छह सौ अठहत्तर रुपये मात्र',
  ],
  [20_00_000 * 1_00_00_000 * 100, 'Rupees Twenty Lakh Crore Only', 'बीस लाख करोड़ रुपये मात्र'],
])('%i paise in both languages', (paise, english, hindi) => {
  expect(amountInWords(paise, 'en')).toBe(english);
  expect(amountInWords(paise, 'hi')).toBe(hindi);
});

test('every number below 100 has a word of its own in both languages', () => {
  for (const locale of ['en', 'hi'] as const) {
    const words = Array.from({ length: 100 }, (_, number) => amountInWords(number * 100, locale));
    expect(new Set(words).size).toBe(100);
    expect(words.join()).not.toContain('undefined');
  }
});
