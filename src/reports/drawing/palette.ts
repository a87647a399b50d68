import { type Tone, toneColours } from '../../charts/severity.ts'

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
] as const

/** The colour of a series, as on the page. Colours repeat after the eighth. */
export function seriesColour(index: number, isRest = false): string {
  return isRest ? palette.rest : (series[index % series.length] ?? palette.bar)
}

/** The colour of a severity, as on the page. */
export function toneColour(tone: Tone): string {
  return toneColours[tone].light
}
