import { expect, test } from 'vitest'
import {
  type Column,
  columnsText,
  defaultColumns,
  maxColumns,
  readColumns,
  withColumn,
  withColumnMoved,
  withColumnSized,
  withoutColumn,
} from './columns.ts'

const some: Column[] = [{ field: 'host' }, { field: 'message', width: 600 }, { field: 'a:b,c%' }]

test('columns survive the address', () => expect(readColumns(columnsText(some))).toEqual(some))

const read: [text: string | null, columns: Column[] | undefined][] = [
  [null, undefined],
  ['', undefined],
  [',,', undefined],
  ['host,host', [{ field: 'host' }]],
  ['host:wide', [{ field: 'host' }]],
  ['host:7', [{ field: 'host', width: 48 }]],
  ['host:9999', [{ field: 'host', width: 1600 }]],
]
for (const [text, columns] of read)
  test(`the columns of ${text}`, () => expect(readColumns(text)).toEqual(columns))

test('an address cannot ask for more columns than there may be', () =>
  expect(readColumns(Array.from({ length: 99 }, (_, i) => `t${i}`).join(','))).toHaveLength(maxColumns))

const names = (columns: readonly Column[]) => columns.map(({ field }) => field).join(' ')
const changes: [name: string, columns: readonly Column[], wanted: string][] = [
  [
    'a new one stands before the message',
    withColumn(defaultColumns, 'SrcIP'),
    'severity last_occurrence host program SrcIP message counter',
  ],
  ['without a message it stands last', withColumn([{ field: 'host' }], 'SrcIP'), 'host SrcIP'],
  ['one that is there stays once', withColumn(some, 'host'), 'host message a:b,c%'],
  ['one is removed', withoutColumn(some, 'host'), 'message a:b,c%'],
  ['the last one stays', withoutColumn([{ field: 'host' }], 'host'), 'host'],
  ['one moves to the right', withColumnMoved(some, 'host', 1), 'message host a:b,c%'],
  ['one moves past the end', withColumnMoved(some, 'host', 9), 'message a:b,c% host'],
  ['one moves to the left', withColumnMoved(some, 'message', -1), 'message host a:b,c%'],
]
for (const [name, columns, wanted] of changes) test(name, () => expect(names(columns)).toBe(wanted))

test('a column gets a width, or its default again', () => {
  expect(withColumnSized(some, 'host', 200).map(({ width }) => width)).toEqual([200, 600, undefined])
  expect(withColumnSized(some, 'message', undefined).map(({ width }) => width)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
