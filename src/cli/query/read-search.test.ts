import { expect, test } from 'vitest'
import { readCondition, readSearch } from './read-search.ts'

const qp = (value: string) => ({ field: 'message', op: 'qp', value })
const searches: [text: string, filter: object[], notes: number][] = [
  ['', [], 0],
  ['disk full', [qp('disk full')], 0],
  [
    'failed host:fw-* severity<=err',
    [qp('failed'), { field: 'host', op: 'eq', value: 'fw-*' }, { field: 'severity', op: 'le', value: 3 }],
    0,
  ],
  ['program!=cron', [{ field: 'program', op: 'ne', value: 'cron' }], 0],
  ['srcip:10.*', [{ field: 'SrcIP', op: 'eq', value: '10.*' }], 0],
  ['uid=0', [qp('uid=0')], 1],
  ['host:a | error', [qp('host:a | error')], 1],
]
test.each(searches)('search %s', (text, filter, notes) => {
  const read = readSearch(text, ['SrcIP'])
  expect(read.filter).toEqual(filter)
  expect(read.notes).toHaveLength(notes)
})

test.each([
  ['(a | b', 'The search cannot be read: expected ")" after "(a | b".'],
  ['| b', 'The search cannot be read: expected a word, a phrase or "(" at its start.'],
])('search %s is refused with its place', (text, message) => {
  expect(() => readSearch(text, [])).toThrow(message)
})

const conditions: [text: string, condition: object][] = [
  ['host=fw-1', { field: 'host', op: 'eq', value: 'fw-1' }],
  ['severity<=err', { field: 'severity', op: 'le', value: 3 }],
  ['uid=0', { field: 'uid', op: 'eq', value: '0' }],
  ['program:"my app"', { field: 'program', op: 'eq', value: 'my app' }],
  ['host in (a, b)', { field: 'host', op: 'eq', value: ['a', 'b'] }],
  ['{"field": "Tag with spaces", "value": ["x"]}', { field: 'Tag with spaces', value: ['x'] }],
]
test.each(conditions)('condition %s', (text, condition) => expect(readCondition(text)).toEqual(condition))

test.each(['', 'error', 'host=a program=b', 'host=a error', 'severity=loud', '{"field": '])(
  'condition %s is refused',
  text => expect(() => readCondition(text)).toThrow(/^--filter /),
)
