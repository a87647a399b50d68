/** How urgent a severity is. Each tone has its own colour. */
export type Tone = 'critical' | 'error' | 'warning' | 'notice' | 'info' | 'debug'

/** By severity code (RFC 5424): 0 emergency, 1 alert and 2 critical have the same tone. */
const tones: readonly Tone[] = [
  'critical',
  'critical',
  'critical',
  'error',
  'warning',
  'notice',
  'info',
  'debug',
]

/** The tone of a severity code; info for other numbers. */
export function toneOf(severity: number): Tone {
  return tones[severity] ?? 'info'
}
