import { expect, test } from 'vitest'
import { printable } from './printable.ts'

const cases: [name: string, text: string, shown: string][] = [
  ['plain text of any script', 'Überprüfung 監視 🙂', 'Überprüfung 監視 🙂'],
  ['an ANSI colour', '\u001b[31mred\u001b[0m', '\\x1b[31mred\\x1b[0m'],
  ['a null and a bell', 'a\u0000b\u0007', 'a\\x00b\\x07'],
  ['a line feed and a tab', 'a\nb\tc', 'a\\nb\\tc'],
  ['delete and a C1 control', '\u007f\u009b', '\\x7f\\x9b'],
  ['a right-to-left override', 'exe.\u202egpj', 'exe.\\u202egpj'],
  ['a space without a width', 'a\u200bb\u2060c', 'a\\u200bb\\u2060c'],
  ['letters that look like nothing', 'a\u00adb\u3164c\u180ed', 'a\\xadb\\u3164c\\u180ed'],
  ['text in the invisible letters of tags', 'a\u{e0041}b', 'a\\u{e0041}b'],
  ['marks of a script', 'กี่ पृष्ठ̂ é̂̃', 'กี่ पृष्ठ̂ é̂̃'],
  ['marks that pile up', `Z${'\u0301'.repeat(8)}a`, `Z${'\u0301'.repeat(6)}\\u0301\\u0301a`],
  ['the joiners of an emoji', '👩\u200d🔧', '👩\u200d🔧'],
]
for (const [name, text, shown] of cases) test(`shows ${name}`, () => expect(printable(text)).toBe(shown))

test('keeps lines and tabs where they are wanted, and nothing else', () => {
  expect(printable('a\nb\tc\u001b\r', true)).toBe('a\nb\tc\\x1b\\r')
})
