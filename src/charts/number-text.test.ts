import { expect, test } from 'vitest'
import { exactNumber, rateNumber, shareText, shortNumber } from './number-text.ts'

const short: [value: number, text: string][] = [
  [0, '0'],
  [7, '7'],
  [999, '999'],
  [1000, '1k'],
  [1234, '1.2k'],
  [9949, '9.9k'],
  [9960, '10k'],
  [45678, '46k'],
  [999_499, '999k'],
  [999_500, '1M'],
  [999_949, '1M'],
  [999_500_000, '1G'],
  [-999_500, '-1M'],
  [18_600_000, '19M'],
  [2_500_000_000, '2.5G'],
  [0.126, '0.13'],
  [0.5, '0.5'],
  [3.449, '3.4'],
  [45.925, '45.9'],
  [120.4, '120'],
  [-1500, '-1.5k'],
]
for (const [value, text] of short)
  test(`${value} is short for ${text}`, () => expect(shortNumber(value)).toBe(text))

test('a rate above zero never reads 0', () => {
  expect(rateNumber(0)).toBe('0')
  expect(rateNumber(0.0001)).toBe('<0.01')
  expect(rateNumber(12)).toBe('12')
})

const shares: [share: number, text: string][] = [
  [0, '0%'],
  [0.0001, '<0.1%'],
  [0.034, '3.4%'],
  [0.5, '50%'],
  [0.994, '99%'],
  [0.995, '99.5%'],
  [0.999, '99.9%'],
  [0.9995, '>99.9%'],
  [0.9999, '>99.9%'],
  [1, '100%'],
]
for (const [share, text] of shares)
  test(`the share ${share} is ${text}`, () => expect(shareText(share)).toBe(text))

test('exact numbers keep every digit', () => expect(exactNumber(12_408_001)).toBe('12,408,001'))
