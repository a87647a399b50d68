import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasAllRows, parseCsvTable, parseJsonTable } from './file-table.ts'

test.each([
  ['a,b\n1,2\n', true, ['a', 'b'], [['1', '2']]],
  ['\uFEFFa,b\r\n"x, ""y""",\r\n', true, ['a', 'b'], [['x, "y"', '']]],
  ['a\n"two\nlines"\nlast', true, ['a'], [['two\nlines'], ['last']]],
  ['a\n1\n2\nhal', false, ['a'], [['1'], ['2']]],
  ['a\n1\n"ha', false, ['a'], [['1']]],
  ['a,b\n1,', true, ['a', 'b'], [['1', '']]],
  ['', true, [], []],
])('CSV %j (whole: %s)', (text, isWhole, columns, rows) => {
  expect(parseCsvTable(text, isWhole, 10)).toEqual({ columns, rows })
})

test('any table written as CSV is read back, and its first rows from a text that was cut', () => {
  const cells = fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 2 }), {
    minLength: 1,
    maxLength: 6,
  })
  fc.assert(
    fc.property(cells, fc.nat(), (table, cut) => {
      const lines = table.map(row => row.map(cell => `"${cell.replaceAll('"', '""')}"`).join(','))
      const text = `${lines.join('\r\n')}\r\n`
      const [columns, ...rows] = table
      expect(parseCsvTable(text, true, 100)).toEqual({ columns, rows })
      const { rows: read } = parseCsvTable(text.slice(0, cut % text.length), false, 100)
      expect(read).toEqual(rows.slice(0, read.length))
    }),
  )
})

const page = '{"page_number":1,"objects":[{"_id":"1","message":"a } \\" {"},{"_id":"2","tags":{"x":1}}]}'
test('the objects of a Search are rows, also of a file that was cut', () => {
  const columns = ['_id', 'message', 'tags']
  const rows = [
    ['1', 'a } " {', ''],
    ['2', '', '{"x":1}'],
  ]
  expect(parseJsonTable(page, true, 10)).toEqual({ columns, rows })
  expect(parseJsonTable(page.slice(0, -1), false, 10)).toEqual({ columns, rows })
  expect(parseJsonTable(page.slice(0, -8), false, 10)?.rows).toEqual([['1', 'a } " {']])
  expect(parseJsonTable(page.slice(0, 40), false, 10)).toBeUndefined()
})

test('the list of any other query is found at any depth', () => {
  const values = [{ name: 'web-1', count: 3 }]
  expect(parseJsonTable(JSON.stringify({ type: 'TopN', results: { totals: { values } } }), true, 10)).toEqual(
    {
      columns: ['name', 'count'],
      rows: [['web-1', '3']],
    },
  )
  expect(parseJsonTable('{"results":{}}', true, 10)).toBeUndefined()
  expect(parseJsonTable('no json', true, 10)).toBeUndefined()
})

test('a cut text has the first rows only, even if they are few', () => {
  const table = { columns: ['a'], rows: [['1'], ['2']] }
  expect(hasAllRows(table, true, 20)).toBe(true)
  expect(hasAllRows(table, false, 20)).toBe(false)
  expect(hasAllRows(table, true, 2)).toBe(false)
})
