import { expect, test } from 'vitest'
import { formReading, forms } from './testing/forms.ts'
import { parseText, rowOf } from './testing/row.ts'
import { tables } from './testing/tables.ts'

test('every golden line has the event of its table', () => {
  for (const { about, rows } of tables) {
    const events = rows.map(({ line }) => parseText(line))
    expect([about, ...events.map((event, i) => rowOf(rows[i]?.line ?? '', event))]).toEqual([about, ...rows])
    expect(events.every(({ status, tags }) => status === 0 && Object.keys(tags).length === 0)).toBe(true)
  }
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
