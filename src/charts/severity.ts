/** Urgency of a severity, in steps with a colour each. */
const tones = ['critical', 'error', 'warning', 'notice', 'info', 'debug'] as const
export type Tone = (typeof tones)[number]

/** The tone of a severity code; info for other numbers. */
export function toneOf(severity: number): Tone {
  return (severity >= 0 && severity <= 2 ? 'critical' : tones[severity - 2]) ?? 'info'
}
