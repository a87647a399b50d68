import fc from 'fast-check'
import type { NumberField, Predicate, TextField, TextTest } from '../../filter/predicate/predicate.ts'
import { toPredicate } from '../../filter/qp/to-predicate.ts'
import { anyTree } from '../../filter/testing/trees.ts'
import { fold } from '../../filter/words/tokens.ts'

/**
 * The letters of texts: case pairs of any length, scripts, marks, and all characters with a meaning in SQL or
 * in a pattern.
 */
const letters = [...'aAbBxX10éÉeßẞЖжσςΣİi登录か𐐀𐐨😀\u0301', ...' \'"`\\%_.-/:|()[]{}$^+*?#,;\t\n']

/** Short texts of few letters, so that they are often equal. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'A',
    'ab',
    'AB',
    'a.b',
    'é',
    'É',
    '登录',
    'x1',
    'a 10',
    'a1:b0',
    'x1a0b',
    'B x0',
    'ab0110ab1',
    'Ab0110ab1 é',
  ),
  fc.array(fc.constantFrom(...letters), { maxLength: 5 }).map(chars => chars.join('')),
)
/** Text of tags, including numbers. */
export const anyTagText: fc.Arbitrary<string> = fc.oneof(
  anyText,
  fc.constantFrom(
    '0',
    '-0',
    '7',
    '07',
    '7.50',
    '-3.25',
    '1e3',
    ' 7',
    '7 ',
    '٣',
    '99999999999999999999',
    '+7',
    '.5',
  ),
)
export const tagNames = ['a', 'ut_a', 'A', 'x.y', 'a"b`c\\d', '登', 'constructor', '%2e'] as const

const field: fc.Arbitrary<TextField> = fc.oneof(
  fc.constantFrom<TextField>('host', 'program', 'cisco_mnemonic', 'type', 'message'),
  fc.constantFrom(...tagNames).map(name => ({ tag: name === 'ut_a' ? ['ut_a', 'a'] : [name] })),
)
const regex = fc.oneof(
  fc.constantFrom(
    '^a',
    'b$',
    '^$',
    '.',
    '^.$',
    '\\d',
    '[^a]b',
    'a|É',
    '(?i)B',
    '\\bA',
    'ß',
    '\\p{Greek}',
    "'",
    '\\\\',
    'a{2}',
    '\\.',
  ),
  fc
    .array(fc.constantFrom('a', 'B', '.', '.*', 'é', '登', '\\W', '[a-c]', 'x', ' ', '1', '0+'), {
      minLength: 1,
      maxLength: 3,
    })
    .map(parts => parts.join('')),
)
const pattern = fc.array(fc.constantFrom('*', '?', ...letters), { maxLength: 4 }).map(chars => chars.join(''))

const test: fc.Arbitrary<TextTest> = fc.oneof(
  fc
    .tuple(anyTagText, fc.boolean())
    .map(([text, folded]) => ({ kind: 'is' as const, value: folded ? fold(text) : text, fold: folded })),
  fc
    .tuple(pattern, fc.boolean())
    .map(([text, folded]) => ({ kind: 'like' as const, pattern: folded ? fold(text) : text, fold: folded })),
  fc.constant({ kind: 'present' as const }),
  fc.tuple(regex, fc.boolean()).map(([pattern, fold]) => ({ kind: 'regex' as const, pattern, fold })),
)

const number = fc.oneof(fc.integer({ min: -1, max: 8 }), fc.constantFrom(0.5, 2.5, 23, 1e300, -1e300))
const op = fc.constantFrom('eq', 'lt', 'le', 'gt', 'ge')
const tagOp = fc.constantFrom('lt', 'le', 'gt', 'ge')

/** Predicates that a single row decides. */
const rowLeaf: fc.Arbitrary<Predicate> = fc.oneof(
  { weight: 1, arbitrary: fc.boolean().map(value => ({ kind: 'const' as const, value })) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('text' as const), field, test }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(field, fc.array(anyText, { minLength: 1, maxLength: 5 }), fc.boolean())
      .map(([field, texts, folded]) => {
        return { kind: 'in' as const, field, values: folded ? texts.map(fold) : texts, fold: folded }
      }),
  },
  { weight: 3, arbitrary: numberTest(fc.constantFrom('severity', 'facility', 'status'), number) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('tag-number' as const),
      field: fc.constantFrom({ tag: ['a'] }, { tag: ['ut_a', 'a'] }, { tag: ['x.y'] }),
      op: tagOp,
      value: fc.oneof(number, fc.constantFrom(7, 7.5, -3.25, 0, 1000, 1e20)),
    }),
  },
  { weight: 5, arbitrary: anyTree.map(toPredicate) },
)

/** Predicates that only the whole event decides. */
function wholeLeaf(moment: number): fc.Arbitrary<Predicate> {
  const time = fc.integer({ min: -200_000_000, max: 200_000_000 }).map(offset => moment + offset)
  return fc.oneof(
    numberTest(fc.constant('counter'), number),
    numberTest(fc.constantFrom('first_occurrence', 'last_occurrence'), time),
  )
}

function numberTest(field: fc.Arbitrary<NumberField>, value: fc.Arbitrary<number>): fc.Arbitrary<Predicate> {
  const values = fc.array(value, { minLength: 1, maxLength: 4 })
  return fc.oneof(
    fc.record({ kind: fc.constant('number' as const), field, op, value }),
    fc.record({ kind: fc.constant('number-in' as const), field, values }),
  )
}

/** Leaves under AND, OR and NOT. */
function anyOver(leaf: fc.Arbitrary<Predicate>): fc.Arbitrary<Predicate> {
  return fc.letrec<{ any: Predicate }>(tie => ({
    any: fc.oneof(
      { maxDepth: 3 },
      { weight: 5, arbitrary: leaf },
      { weight: 1, arbitrary: tie('any').map(of => ({ kind: 'not' as const, of })) },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constantFrom('all', 'some'),
          of: fc.array(tie('any'), { minLength: 1, maxLength: 3 }),
        }),
      },
    ),
  })).any
}

/** Any predicate that a single row decides. */
export const anyRowPredicate: fc.Arbitrary<Predicate> = anyOver(rowLeaf)

/**
 * Any predicate over events whose times lie around a moment (microseconds). Only an AND, which may be nested,
 * combines conditions on rows with conditions on whole events, as with a filter and a reader's rights.
 */
export function anyPredicate(moment: number): fc.Arbitrary<Predicate> {
  const rows = anyRowPredicate
  const whole = anyOver(wholeLeaf(moment))
  const both = fc
    .array(fc.oneof(rows, whole), { minLength: 2, maxLength: 3 })
    .map(of => ({ kind: 'all' as const, of }))
  return fc.oneof(
    { weight: 6, arbitrary: rows },
    { weight: 1, arbitrary: whole },
    { weight: 2, arbitrary: both },
    { weight: 1, arbitrary: fc.tuple(both, rows).map(of => ({ kind: 'all' as const, of })) },
  )
}
