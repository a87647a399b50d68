import { colourSlots } from '../../charts/colour-slots.ts'
import { type Tone, toneColours, toneOf } from '../../charts/severity.ts'

/** The colours of the page's light theme (web/styles/tokens.css). */
export const palette = {
  ink: '#14211f',
  inkSoft: '#43565a',
  inkFaint: '#5b6e72',
  line: '#dde5e6',
  sunken: '#f6f9f9',
  accent: '#0a6f6b',
  accentSoft: '#dff0ee',
  error: '#b3261a',
  errorSoft: '#fde8e5',
  bar: '#8497b3',
  track: '#eef3f3',
  rest: '#bdc9cc',
} as const

const series = [
  '#4684c7',
  '#d39a2d',
  '#8d73c6',
  '#d4674e',
  '#6b9a3c',
  '#c2608c',
  '#4fa3b8',
  '#6d7f92',
  '#0f5f86',
  '#a8782a',
  '#5a54a8',
  '#a34a3a',
  '#3f7350',
  '#8e4a86',
  '#7d8a2a',
  '#8a6b55',
] as const

/** The colour of a series with a fixed place, as on the page. Colours repeat after the sixteenth. */
export function seriesColour(index: number, isRest = false): string {
  return isRest ? palette.rest : (series[index % series.length] ?? palette.bar)
}

/**
 * The colours of the values of a field in a chart: of a severity its own, of any other value the one that it
 * has on a page without earlier charts of the field. `rest`: the sum of all other values.
 */
export function valueColours(
  field: string,
  rows: readonly { name: string | number; rest: boolean }[],
): string[] {
  const names = rows.filter(row => !row.rest).map(row => String(row.name))
  const slots = colourSlots(names, new Map(), series.length)
  return rows.map(({ name, rest }) => {
    if (field === 'severity' && !rest) return toneColour(toneOf(Number(name)))
    return seriesColour(slots.get(String(name)) ?? 0, rest)
  })
}

/** The colour of a severity, as on the page. */
export function toneColour(tone: Tone): string {
  return toneColours[tone].light
}
