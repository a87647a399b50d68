import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { palette, seriesColour, toneColour, valueColours } from './palette.ts'

const tokens = readFileSync(new URL('../../web/styles/tokens.css', import.meta.url), 'utf8')
const series = [...tokens.matchAll(/--series-\d+: light-dark\((#\w{6})/g)].map(([, colour]) => colour)

test('series have the colours of the page', () => {
  expect(series.length).toBe(16)
  expect(series.map((_, index) => seriesColour(index))).toEqual(series)
})

test('a value has the same colour whichever values are beside it', () => {
  const rows = (...names: string[]) => names.map(name => ({ name, rest: false }))
  const [ok, , missing] = valueColours('status', rows('200', '500', '404'))
  expect(ok).not.toBe(missing)
  expect(valueColours('status', rows('404', '200'))).toEqual([missing, ok])
})

test('severities have colours of their own, and the rest is grey', () => {
  const rows = [
    { name: 3, rest: false },
    { name: 'other', rest: true },
  ]
  expect(valueColours('severity', rows)).toEqual([toneColour('error'), palette.rest])
})
