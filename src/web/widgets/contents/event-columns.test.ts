import { expect, test } from 'vitest'
import type { EventRecord } from '../../../schema/event/event-record.ts'
import { eventColumns, fitsTable } from './event-columns.ts'

// The members that columns read.
const event = {
  first_occurrence: 1_767_225_600,
  last_occurrence: 1_767_225_661,
  counter: 1_200,
  host: 'fw-1\u001b[31m',
  program: 'x'.repeat(2_000),
  cisco_mnemonic: 'ASA-6-302013',
  message: 'a\u202eb',
  severity: 3,
  facility: 4,
  status: 0,
  type: 'UNKNOWN',
  user_tags: { SrcIP: '198.51.100.7', ut_host: 'of the tag' },
} as unknown as EventRecord

test.each([
  [undefined, ['last_occurrence', 'severity', 'host', 'program', 'message', 'counter']],
  [[], ['last_occurrence', 'severity', 'host', 'program', 'message', 'counter']],
  [
    ['severity_name', 'mnemonic', 'SrcIP', 'constructor'],
    ['severity', 'cisco_mnemonic', 'SrcIP', 'constructor'],
  ],
  [['host', 'host', 7, ''], ['host']],
])('columns %j', (columns, names) => {
  expect(eventColumns(columns).map(({ name }) => name)).toEqual(names)
})

test.each([
  ['last_occurrence', '2026-01-01 00:01:01'],
  ['counter', '×1,200'],
  ['host', 'fw-1\\x1b[31m'],
  ['program', `${'x'.repeat(1_000)}…`],
  ['message', 'a\\u202eb'],
  ['severity', 'Error'],
  ['SrcIP', '198.51.100.7'],
  ['ut_SrcIP', '198.51.100.7'],
  ['ut_host', 'of the tag'],
  ['__proto__', ''],
])('the cell of %s is %s', (name, text) => {
  expect(eventColumns([name])[0]?.text(event, 'UTC')).toBe(text)
})

test.each([
  [undefined, 13, 830, true],
  [undefined, 13, 760, false],
  // The larger font of a wall screen.
  [undefined, 15, 830, false],
  [['host', 'message'], 13, 560, true],
  [['first_occurrence', 'last_occurrence', 'host', 'program', 'user'], 13, 560, false],
])('whether columns %j with a font of %d pixels fit into %d: %s', (names, em, width, fits) => {
  expect(fitsTable(eventColumns(names), { width, height: 300, em })).toBe(fits)
})
