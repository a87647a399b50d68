import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../testing/depth.ts'
import { BodyText } from './body-text.ts'
import { BodyRefusedError } from './fault.ts'
import { JsonPullParser } from './json-pull-parser.ts'
import { maxDepth, maxValues } from './measure-json.ts'
import { splitLines } from './split-lines.ts'
import { ValueBudget } from './value-budget.ts'

const bodyOf = (text: string): BodyText => new BodyText(Buffer.from(text))
const cutter = (text: string): JsonPullParser => new JsonPullParser(bodyOf(text), new ValueBudget())

/** The members of an object as `JSON.parse` returns them, with lists split into items. */
function cut(text: string): unknown {
  const body = cutter(text)
  const members: Record<string, unknown> = Object.create(null)
  if (!body.enter('{')) {
    const value = body.value()
    body.end()
    return value
  }
  while (body.next('{')) {
    const name = body.name()
    if (body.enter('[')) {
      const items: unknown[] = []
      while (body.next('[')) items.push(body.value())
      members[name] = items
    } else members[name] = body.value()
  }
  body.end()
  return { ...members }
}

const strings = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('"', '\\', '\\"', '{', ']', ',', ''))
/**
 * Without escapes: `JSON.parse` of Node 24.21 sometimes loses a member whose name has one, so it cannot be
 * the reference.
 */
const names = fc.string({ unit: fc.constantFrom('a', 'b', '{', ']', ',', ':', 'é', '😀'), maxLength: 4 })
const values = fc.letrec(tie => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, false, 0, -1.5, 1e300),
    strings,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3 }),
  ),
})).value
const space = fc.constantFrom(0, 1, '\t', ' \r')

describe('a body that is cut into pieces', () => {
  it('is what it is as a whole, whatever stands in it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(names, values), values), space, (value, indent) => {
        const text = JSON.stringify(value, undefined, indent)
        expect(cut(` ${text}\n`)).toEqual(JSON.parse(text))
      }),
      { seed: 12 },
    )
  })

  it('is JSON or is refused, whatever is changed', () => {
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      to: strings,
      length: fc.nat(3),
    })
    fc.assert(
      fc.property(fc.dictionary(names, values), change, (value, { at, to, length }) => {
        const whole = JSON.stringify(value)
        const from = Math.floor(at * whole.length)
        const text = whole.slice(0, from) + to + whole.slice(from + length)
        let wanted: unknown
        try {
          wanted = JSON.parse(text)
        } catch {
          expect(() => cut(text)).toThrow(BodyRefusedError)
          return
        }
        expect(cut(text)).toEqual(wanted)
      }),
      { seed: 12, numRuns: runs(1_000) },
    )
  })

  it('reads raw control characters in names and texts, and skips a byte order mark', () => {
    const text = '\ufeff{"a\u0001": ["b\u001b[31m", {"c": "d\te\u0000"}]}'
    expect(cut(text)).toEqual({ 'a\u0001': ['b\u001b[31m', { c: 'd\te\0' }] })
  })

  it('has the places of what is wanted, in any order', () => {
    const list = cutter('[{"b" : [1, {"a": 2}], "x": "}", "a":3, "a": {"c": 4}}, 5, {}]')
    list.enter('[')
    const found: unknown[] = []
    while (list.next('[')) {
      const places = list.memberPositions(['a', 'b', 'none'])
      found.push(
        places && { a: list.valueAt(places.a), b: list.valueAt(places.b), none: list.valueAt(places.none) },
      )
    }
    expect(found).toEqual([
      { a: { c: 4 }, b: [1, { a: 2 }], none: undefined },
      undefined,
      { a: undefined, b: undefined, none: undefined },
    ])
  })

  it.each<[string, string, string | undefined]>([
    ['as many values as there may be', `[${'0,'.repeat(maxValues - 2)}0]`, undefined],
    ['more', `[${'0,'.repeat(maxValues - 1)}0]`, 'An event may have at most 100000 values.'],
    ['as deep as may be', '['.repeat(maxDepth) + ']'.repeat(maxDepth), undefined],
    [
      'deeper',
      '['.repeat(maxDepth + 1) + ']'.repeat(maxDepth + 1),
      'The body is nested deeper than 100 levels.',
    ],
    ['a quote without an end', '"\\"', 'The body is not JSON: it ends or goes wrong at character 3.'],
  ])('%s', (_, text, refusal) => {
    const read = () => cutter(text).value()
    if (refusal === undefined) expect(read()).toEqual(JSON.parse(text))
    else expect(read).toThrow(refusal)
  })

  it('has a limited number of objects in all', () => {
    const budget = new ValueBudget()
    const event = bodyOf(`[${'{},'.repeat(40_000)}{}]`)
    const read = () => {
      for (let i = 0; i < 50; i++) new JsonPullParser(event, budget).value()
    }
    expect(read).toThrow('A body may have at most 2000000 objects and lists.')
  })
})

it.each([
  ['a\r\n\n b \n\r\n\t\n', ['a', ' b ']],
  ['\n\na', ['a']],
  ['', []],
  [' \n ', []],
])('lines of %j', (text, wanted) => {
  expect([...splitLines(bodyOf(text))]).toEqual(wanted)
})
