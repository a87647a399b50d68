import { expect, test } from 'vitest'
import { goQuote, parseByteSize, parseGoDuration, parseGoFloat } from './go-values.ts'

/** The value as text, or the message of its error. */
function outcome(read: (text: string) => number | bigint, text: string): string {
  try {
    const value = read(text)
    return Object.is(value, -0) ? '-0' : String(value)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const noFloat = 'strconv.ParseFloat: parsing'

test.each([
  ['', `${noFloat} "": invalid syntax`],
  ['12', '12'],
  ['+1.5', '1.5'],
  ['-0', '-0'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['1e3', '1000'],
  ['1e400', `${noFloat} "1e400": value out of range`],
  ['1e-400', '0'],
  ['Inf', 'Infinity'],
  ['-infinity', '-Infinity'],
  ['nan', 'NaN'],
  ['0x1p-2', '0.25'],
  ['0x1ep1', '60'],
  ['0x1', `${noFloat} "0x1": invalid syntax`],
  ['1_000.5', '1000.5'],
  ['_1', `${noFloat} "_1": invalid syntax`],
  ['1__0', `${noFloat} "1__0": invalid syntax`],
  ['1_e3', `${noFloat} "1_e3": invalid syntax`],
  [' 1', `${noFloat} " 1": invalid syntax`],
  ['a"\n', `${noFloat} "a\\"\\n": invalid syntax`],
])('the float %j is %s', (text, wanted) => {
  expect(outcome(parseGoFloat, text)).toBe(wanted)
})

test.each([
  ['0', '0'],
  ['500ms', '500000000'],
  ['-1h2m3s', '-3723000000000'],
  ['1.5h', '5400000000000'],
  ['.5s', '500000000'],
  ['1µs', '1000'],
  ['9223372036854775807ns', '9223372036854775807'],
  ['9223372036854775808ns', 'time: invalid duration "9223372036854775808ns"'],
  ['', 'time: invalid duration ""'],
  ['5', 'time: missing unit in duration "5"'],
  ['5d', 'time: unknown unit "d" in duration "5d"'],
  ['5constructor', 'time: unknown unit "constructor" in duration "5constructor"'],
  ['5é', 'time: unknown unit "\\xc3\\xa9" in duration "5\\xc3\\xa9"'],
])('the duration %j is %s', (text, wanted) => {
  expect(outcome(parseGoDuration, text)).toBe(wanted)
})

test.each([
  ['20KB', '20000'],
  ['20 KiB', '20480'],
  ['1.5mb', '1500000'],
  ['1,000', '1000'],
  ['3e', '3000000000000000000'],
  ['5x', 'unhandled size name: x'],
  ['5ib', 'unhandled size name: ib'],
  ['99999EB', 'too large: 99999EB'],
  ['KB', `${noFloat} "": invalid syntax`],
])('the size %j is %s bytes', (text, wanted) => {
  expect(outcome(parseByteSize, text)).toBe(wanted)
})

test('texts are quoted as Go quotes them', () => {
  expect(goQuote('a"\\\u0001\u00ad\u{e0001}é')).toBe('"a\\"\\\\\\x01\\u00ad\\U000e0001é"')
})
