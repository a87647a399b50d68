import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { previousFormats } from '../../../schema/event/row.ts'
import { rowsOf, spoolFile, type TestEvent } from '../../testing/spool-file.ts'
import { RecentBatch } from './recent-batch.ts'

const event: TestEvent = {
  id: 2 ** 40,
  occurrences: [1_767_225_600_000_001, 1_767_225_601_000_000, 1_767_225_601_000_007],
  host: 'Größe',
  program: '',
  facility: 23,
  severity: 0,
  mnemonic: '%ASA-6-302013',
  type: 2,
  status: 1,
  triggers: [7, 4_000_000_000],
  message: 'x'.repeat(300),
  tags: { b: '1', '😀': '2', '\uff61': '3', 'a.b': '4', 'a%b': '5', __proto: '6', '10': '7', '9': '8' },
}

test('rows are what a spool file says, tags in the order of their bytes', () => {
  const { file, sequence, rows } = spoolFile(rowsOf({ ...event, retentionClass: 'audit' }))
  const batch = new RecentBatch(readFileSync(file), sequence, rows)
  const { occurrences, ...content } = event
  expect(batch.size).toBe(2)
  const [first, later] = [batch.event(0), batch.event(1)]
  expect(first).toEqual({ ...content, ts: occurrences[0], last: occurrences[0], counter: 1 })
  expect(later).toEqual({ ...content, ts: occurrences[0], last: occurrences[2], counter: 2 })
  expect(Object.keys(later.tags)).toEqual(['9', '10', '__proto', 'a%b', 'a.b', 'b', '\uff61', '😀'])
  expect([batch.message(1), batch.second(1)]).toEqual([event.message, 1_767_225_601])
})

test('rows of a version before have neither class nor triggers', () => {
  const { file, sequence, rows } = spoolFile(rowsOf({ ...event, retentionClass: 'audit' }), '.v2.rb')
  const batch = new RecentBatch(readFileSync(file), sequence, rows, previousFormats['.v2.rb'])
  expect(batch.event(1)).toMatchObject({ triggers: [], message: event.message, tags: event.tags })
  expect([batch.message(0), batch.value(0, 'status'), batch.value(0, { tag: ['b'] })]).toEqual([
    event.message,
    1,
    '1',
  ])
})

test('values are the ones that are counted by: the first of the tags that the event has, or nothing', () => {
  const { file, sequence, rows } = spoolFile(rowsOf({ ...event, retentionClass: 'audit' }))
  const batch = new RecentBatch(readFileSync(file), sequence, rows)
  const fields = [
    'host',
    'program',
    'facility',
    'severity',
    'cisco_mnemonic',
    'type',
    'status',
    { tag: ['none', 'a.b', 'b'] },
    { tag: ['constructor'] },
  ] as const
  expect(fields.map(field => batch.value(1, field))).toEqual([
    'Größe',
    '',
    23,
    0,
    '%ASA-6-302013',
    'INTERNAL',
    1,
    '4',
    '',
  ])
})

test.each([1, 20, 28, 29, 60, 400])('bytes that end %i before the last are refused', short => {
  const { file, sequence, rows } = spoolFile(rowsOf(event))
  const bytes = readFileSync(file)
  expect(() => new RecentBatch(bytes.subarray(0, -short), sequence, rows)).toThrow(RangeError)
  expect(() => new RecentBatch(bytes, sequence, rows - 1)).toThrow(RangeError)
})
