import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../testing/depth.ts'
import { findSpans } from './event-hints.ts'
import { slowSpans } from './testing/slow-finder.ts'

const pieces = [
  ...'.:-_@/+,()[]"% ',
  ...[
    '0',
    '1',
    '10',
    '255',
    '256',
    '00',
    '11',
    'a',
    'fe',
    'fe80',
    'db8',
    'x',
    'Next',
    'é',
    '中',
    'İ',
    '😀',
    '𐐀',
  ],
  ...['..', '::', '://', 'com', 'example', 'ORG', 'log', 'http', 'ab', 'inside:', 'mac-', '\n'],
  ...['1.2.3.4', '10.0.0.255', '2001:db8:', '::1', '00:11:22:', '33:44:55', '00-11-22-33', '-44-55', '66:77'],
  ...['0011.2233', '.4455', 'fw-1.example.com', 'joe@example.org', 'https://', 'example.com/a?b=(c)'],
]
/** Texts of pieces that hints are made of, and of their edges. */
const anyText = fc
  .array(fc.constantFrom(...pieces), { maxLength: 14 })
  .map(parts => parts.join('').slice(0, 50))

test('finds exactly what looking at every piece of the text finds', () => {
  let hits = 0
  fc.assert(
    fc.property(anyText, text => {
      const found = findSpans(text)
      expect(found).toEqual(slowSpans(text))
      hits += found.length
    }),
    { numRuns: runs(1_500) },
  )
  expect(hits).toBeGreaterThan(runs(300))
})
