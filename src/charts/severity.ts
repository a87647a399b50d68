/** Urgency of a severity, in steps with a colour each. */
const tones = ['critical', 'error', 'warning', 'notice', 'info', 'debug'] as const
export type Tone = (typeof tones)[number]

/** The tone of a severity code; info for other numbers. */
export function toneOf(severity: number): Tone {
  return (severity >= 0 && severity <= 2 ? 'critical' : tones[severity - 2]) ?? 'info'
}

/** Layers of a histogram by urgency, from the base line up. */
export const layers = ['error', 'warning', 'plain'] as const

/** Index into `layers`: error and worse, warning, all else. */
export function layerOf(severity: number): number {
  return severity <= 3 ? 0 : severity === 4 ? 1 : 2
}
