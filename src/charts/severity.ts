/** How urgent a severity is, in the steps that the eye can tell apart. */
const tones = ['critical', 'error', 'warning', 'notice', 'info', 'debug'] as const
export type Tone = (typeof tones)[number]

const toneOfCode: readonly Tone[] = [
  'critical',
  'critical',
  'critical',
  'error',
  'warning',
  'notice',
  'info',
  'debug',
]

/** The tone of a severity code; what is no severity counts as information. */
export function toneOf(severity: number): Tone {
  return toneOfCode[severity] ?? 'info'
}

/** Layers of a histogram by urgency, from the base line up. */
export const layers = ['error', 'warning', 'plain'] as const

/** Index into `layers`: error and worse, warning, all else. */
export function layerOf(severity: number): number {
  return severity <= 3 ? 0 : severity === 4 ? 1 : 2
}
