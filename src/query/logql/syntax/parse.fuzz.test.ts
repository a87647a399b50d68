import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../testing/depth.ts'
import { LogqlError } from './logql-error.ts'
import { parseLogql } from './parse.ts'
import { printLogql } from './print.ts'

/** Parts of expressions, so that many of their sequences go far, and some are expressions. */
const parts = [
  ...[
    '{host="a"}',
    '{host=~"b.*", user!="c"}',
    '|= "d"',
    '!~ `e` or "f"',
    '| user="g"',
    'and user > 1.5',
    'or',
  ],
  ...['| drop __error__', '[5m]', 'offset -1h30m', 'rate(', 'count_over_time(', 'sum by (host) (', 'topk(3,'],
  ...[
    'by (a)',
    'without (b)',
    ')',
    '(',
    '+',
    '/ bool',
    '>= bool',
    '^',
    '-2',
    '3e2',
    'vector(1)',
    '|',
    '{',
    '"',
    '`',
  ],
  ...['| unwrap bytes(x)', '| line_format "{{.a}}"', '| label_format a=b', '| regexp "(?P<a>.)"', '[1m]'],
  ...[
    '\\',
    '#',
    '\n',
    '| json',
    '| json a="b[0]", c',
    '| logfmt --strict x',
    '| keep a, b="c"',
    'unless',
    '1y',
    'é',
    '\u0000',
    '💥',
  ],
]
const anyText = fc.array(
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...parts) }, fc.string({ maxLength: 6 })),
  {
    maxLength: 12,
  },
)

/** An expression of the subset. */
const anyMetric = fc.letrec<{ metric: string; leaf: string }>(tie => ({
  leaf: fc
    .tuple(
      fc.constantFrom(...parts.slice(0, 2)),
      fc.array(fc.constantFrom(...parts.slice(2, 5)), { maxLength: 3 }),
    )
    .map(([selector, stages]) => `rate(${selector} ${stages.join(' ')} [90s] offset 5m)`),
  metric: fc.oneof(
    { maxDepth: 4 },
    tie('leaf'),
    fc.constantFrom('1', '-2.5', 'vector(3)'),
    tie('metric').map(of => `(${of})`),
    tie('leaf').map(of => `sum without (host) (${of})`),
    tie('leaf').map(of => `sort_desc(${of})`),
    tie('leaf').map(of => `label_replace(${of}, "a", "$1", "host", "(.*)")`),
    tie('leaf').map(of => `bottomk(2, ${of}) by (program)`),
    fc
      .tuple(
        tie('metric'),
        fc.constantFrom('+', '-', '*', '/', '%', '^', '>', '== bool', 'or', 'and', 'unless'),
        tie('metric'),
      )
      .map(sides => sides.join(' ')),
  ),
})).metric

test('every text is read, or refused with a place in it', () => {
  let read = 0
  fc.assert(
    fc.property(anyText, texts => {
      const text = texts.join(' ')
      try {
        printLogql(parseLogql(text))
        read++
      } catch (error) {
        expect(error).toBeInstanceOf(LogqlError)
        expect(String(error)).toMatch(/^LogqlError: parse error at line \d+, col \d+: \S/)
      }
    }),
    { numRuns: runs(3_000) },
  )
  expect(read).toBeGreaterThan(20)
})

test('a formatted expression means what it meant', () => {
  fc.assert(
    fc.property(anyMetric, text => {
      const printed = printLogql(parseLogql(text))
      expect(printLogql(parseLogql(printed))).toBe(printed)
      expect(withoutPlaces(parseLogql(printed))).toEqual(withoutPlaces(parseLogql(text)))
    }),
    { numRuns: runs(500) },
  )
})

/** The expression without the indexes of its parts. */
function withoutPlaces(expression: unknown): unknown {
  return JSON.parse(JSON.stringify(expression, (key, value: unknown) => (key === 'at' ? undefined : value)))
}
