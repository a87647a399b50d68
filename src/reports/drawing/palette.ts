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
  bar: '#5aa9a3',
  track: '#eef3f3',
  rest: '#bdc9cc',
} as const

const series = [
  '#16847e',
  '#4684c7',
  '#d39a2d',
  '#8d73c6',
  '#d4674e',
  '#6b9a3c',
  '#c2608c',
  '#4fa3b8',
] as const

/** The colour of a series, as on the page. Colours repeat after the eighth. */
export function seriesColour(index: number, isRest = false): string {
  return isRest ? palette.rest : (series[index % series.length] ?? palette.bar)
}

const tones = {
  critical: '#a3174c',
  error: '#cf4f3f',
  warning: '#dfa441',
  notice: series[1],
  info: palette.bar,
  debug: palette.rest,
} as const

export function toneColour(tone: keyof typeof tones): string {
  return tones[tone]
}
