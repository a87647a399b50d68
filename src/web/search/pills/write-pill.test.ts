import { expect, test } from 'vitest'
import type { ConditionPill, Pill } from '../../../filter/typed/pill.ts'
import { parseTypedQuery } from '../../../filter/typed/typed-query.ts'
import type { Condition, ConditionGroup } from '../../../schema/filter/condition.ts'
import { writePill } from './write-pill.ts'

const pill = (field: string, op: ConditionPill['op'], ...values: string[]): ConditionPill => ({
  field,
  op,
  values,
  off: false,
})
const group = (group: ConditionGroup): Pill => ({ group, off: false })

const words = (value: string): Condition => ({ field: 'message', op: 'qp', value })
const isHost: Condition = { field: 'host', op: 'eq', value: 'a' }
const isUser: Condition = { field: 'user', op: 'eq', value: 'b c' }

const written: [pill: Pill, text: string][] = [
  [pill('host', 'eq', 'web-1'), 'host:web-1'],
  [pill('host', 'ne', 'web-1', 'web-2'), 'host!=web-1,web-2'],
  [pill('severity', 'le', '3'), 'severity<=error'],
  [pill('status', 'eq', '2'), 'status:non-actionable'],
  [pill('program', 'eq', 'my app'), 'program:"my app"'],
  [pill('program', 'eq', 'my app', 'cron'), '(program:"my app" | program:cron)'],
  [pill('program', 'ne', 'a b', 'c d'), 'program!="a b" program!="c d"'],
  [pill('ut_status', 'eq', '500'), 'ut_status:500'],
  [pill('SrcIP', '=~', '^10\\.'), 'SrcIP=~^10\\.'],
  [pill('message', 'eq', 'disk full'), "message:'disk full'"],
  [pill('message', 'eq', 'fail* login', 'x'), "(message:'fail* login' | message:x)"],
  [pill('message', 'ne', 'disk full'), "message!='disk full'"],
  [pill('SrcIP', 'eq', '/a[b]/'), 'SrcIP:"/a[b]/"'],
  [pill('SrcIP', 'eq', '[a'), 'SrcIP:"[a"'],
  [group({ any: [isHost, isUser] }), '(host:a OR user:"b c")'],
  [group({ any: [isHost, words('failed')] }), '(host:a OR failed)'],
  [group({ any: [isHost, words('a | b c')] }), '(host:a OR (a | b c))'],
  [group({ any: [isHost, words('"a b"')] }), '(host:a OR "a b")'],
  [group({ any: [{ all: [isHost, isUser] }, words('x')] }), '((host:a user:"b c") OR x)'],
  [group({ not: { all: [isHost, isUser] } }), 'NOT (host:a user:"b c")'],
  [
    group({ not: { any: [isHost, { not: { field: 'bytes', op: 'gt', value: '5' } }] } }),
    'NOT (host:a OR NOT bytes>5)',
  ],
]
for (const [from, text] of written)
  test(`${text} is read back as the filter`, () => {
    expect(writePill(from)).toBe(text)
    expect(parseTypedQuery(text, name => name).pills).toEqual([from])
  })

test('a word that became a filter is written as the word', () => {
  const named = { any: [words('web-1'), { field: 'host', op: 'eq', value: 'web-1' } as const] }
  expect(writePill(group(named))).toBe('web-1')
})

test.each<ConditionGroup>([
  { any: [isHost, { field: 'message', op: '|>', value: 'x' }] },
  // They would be read as other filters.
  { not: { field: 'host', op: 'ne', value: ['a b', 'c d'] } },
  { not: words('"a""b"') },
  { all: [isHost, { field: 'host', op: 'eq', value: '*b' }] },
  { any: [isHost, words('user=root')] },
  { any: [isHost, words('')] },
  { any: [isHost, { field: 'program', value: [] }] },
  { any: [isHost, { field: 'program', value: 'a', ignore_case: false }] },
])('%j cannot be typed', odd => {
  expect(writePill(group(odd))).toBeUndefined()
})

for (const none of [pill('a b', 'eq', 'x'), pill('message', 'qp', 'x'), pill('host', 'eq', `"'`)])
  test(`${none.field} ${none.op} ${none.values[0]} cannot be typed`, () =>
    expect(writePill(none)).toBeUndefined())
