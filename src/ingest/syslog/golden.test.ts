import { describe, expect, test } from 'vitest'
import { formReading, forms } from './testing/forms.ts'
import { parseText, rowOf } from './testing/row.ts'
import { tables } from './testing/tables.ts'

describe.each(tables)('$about', ({ rows }) => {
  test.each(rows)('$line', row => {
    const event = parseText(row.line)
    expect(rowOf(row.line, event)).toEqual(row)
    expect([event.status, event.tags]).toEqual([0, {}])
  })
})

test('the header forms of a hundred products and more have their host, time, program and severity', () => {
  const read = forms.map(form => ({ ...form, wanted: formReading(parseText(form.line)) }))
  expect(read).toEqual(forms)
  expect(forms.length).toBeGreaterThanOrEqual(300)
  expect(new Set(forms.map(({ product }) => product)).size).toBeGreaterThanOrEqual(100)
})

test('the text of a header form is whole: it ends as the line does', () => {
  const cut = forms.filter(({ line }) => !parseText(line).message.endsWith(line.slice(-4)))
  expect(cut).toEqual([])
})
