import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isGroup } from '../../schema/filter/groups.ts'
import { operators } from '../../schema/filter/operator.ts'
import { anyPart } from '../testing/any-part.ts'
import { type ConditionPill, type Pill, partOf, pillOf, pillText, readPill, withPill } from './pill.ts'

const pill = (field: string, op: ConditionPill['op'], ...values: string[]): Pill => ({
  field,
  op,
  values,
  off: false,
})

const conditions: [pill: Pill, condition: object][] = [
  [pill('host', 'eq', 'fw-1'), { field: 'host', op: 'eq', value: 'fw-1' }],
  [pill('host', 'ne', 'a', 'b'), { field: 'host', op: 'ne', value: ['a', 'b'] }],
  [pill('severity', 'le', '3'), { field: 'severity', op: 'le', value: 3 }],
  [pill('severity', 'eq', '0', '1'), { field: 'severity', op: 'eq', value: [0, 1] }],
  [pill('severity', 'eq', 'error'), { field: 'severity', op: 'eq', value: 'error' }],
  [pill('host', 'eq', '10'), { field: 'host', op: 'eq', value: '10' }],
  [pill('severity', 'eq', ''), { field: 'severity', op: 'eq', value: '' }],
]
for (const [from, to] of conditions)
  test(`${pillText(from)} on the wire`, () => expect(partOf(from)).toEqual(to))

test('any condition survives the address, also on a tag that begins like a group', () => {
  const condition = fc.record({
    field: fc.string({ minLength: 1 }).map(name => `{${name}`),
    op: fc.constantFrom(...operators),
    values: fc.array(fc.string(), { minLength: 1 }),
    off: fc.boolean(),
  })
  fc.assert(
    fc.property(condition, pill => {
      expect(readPill(pillText(pill))).toEqual(pill)
    }),
  )
})

test('any group survives the address', () => {
  const condition = fc.record({
    field: fc.string(),
    op: fc.constantFrom(...operators),
    value: fc.string({ unit: 'binary' }),
  })
  fc.assert(
    fc.property(anyPart(condition), fc.boolean(), (part, off) => {
      if (!isGroup(part)) return
      const pill = { group: part, off }
      expect(readPill(pillText(pill))).toEqual(pill)
      expect(partOf(pill)).toEqual(part)
      expect(pillOf(part)).toEqual({ group: part, off: false })
    }),
  )
})

test.each([
  '{',
  '{}',
  '{"any":[]}',
  '{"any":[{}]}',
  '{"any":[{"field":"a"}]}',
  '{"or":[]}',
  '{"not":[1]}',
  '{"not":null}',
])('%s is no group', text => {
  expect(readPill(text)).toBeUndefined()
})

test('the same group is there once', () => {
  const group = {
    any: [
      { field: 'host', value: 'a' },
      { field: 'program', value: 'b' },
    ],
  }
  const pills = [{ group, off: true }, pill('host', 'eq', 'x')]
  expect(withPill(pills, { group, off: false })).toEqual([pill('host', 'eq', 'x'), { group, off: false }])
})

test('any pill survives the address', () => {
  const any = fc.record({
    field: fc.string({ minLength: 1, unit: 'binary' }),
    op: fc.constantFrom(...operators),
    values: fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 4 }),
    off: fc.boolean(),
  })
  fc.assert(
    fc.property(any, wanted => {
      const address = new URLSearchParams([['f', pillText(wanted)]]).toString()
      expect(readPill(new URLSearchParams(address).get('f') ?? '')).toEqual(
        wanted.field.isWellFormed() ? wanted : expect.anything(),
      )
    }),
  )
})

for (const text of ['', 'host', 'host:eq', ':eq:a', 'host:is:a', 'host:eq:a:b', '~'])
  test(`${JSON.stringify(text)} is no pill`, () => expect(readPill(text)).toBeUndefined())

const additions: [name: string, before: Pill[], added: Pill, after: Pill[]][] = [
  ['the first', [], pill('host', 'eq', 'a'), [pill('host', 'eq', 'a')]],
  [
    'another value of the field',
    [pill('host', 'eq', 'a')],
    pill('host', 'eq', 'b'),
    [pill('host', 'eq', 'a', 'b')],
  ],
  ['a value twice', [pill('host', 'eq', 'a')], pill('host', 'eq', 'a'), [pill('host', 'eq', 'a')]],
  [
    'the opposite',
    [pill('host', 'eq', 'a'), pill('program', 'eq', 'x')],
    pill('host', 'ne', 'a'),
    [pill('program', 'eq', 'x'), pill('host', 'ne', 'a')],
  ],
  [
    'a second bound',
    [pill('severity', 'le', '3')],
    pill('severity', 'le', '4'),
    [pill('severity', 'le', '3'), pill('severity', 'le', '4')],
  ],
  [
    'one that is off',
    [{ ...pill('host', 'eq', 'a'), off: true }],
    pill('host', 'eq', 'b'),
    [pill('host', 'eq', 'a', 'b')],
  ],
]
for (const [name, before, added, after] of additions)
  test(`adding ${name}`, () => expect(withPill(before, added)).toEqual(after))
