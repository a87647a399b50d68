import { chartTexts } from './texts.ts'

/** Names of severities in colours and CSS variables; the index is the code (RFC 5424). */
const tones = ['emergency', 'alert', 'critical', 'error', 'warning', 'notice', 'info', 'debug'] as const
export type Tone = (typeof tones)[number]

/**
 * Fills as CSS writes them, on light and on dark surfaces, for the page, its TV view and documents. Info and
 * debug are grey, so that everything else stands out.
 */
export const toneColours: Readonly<Record<Tone, { light: string; dark: string }>> = {
  emergency: { light: '#6d35c4', dark: '#a988f0' },
  alert: { light: '#bd1f8f', dark: '#e772c3' },
  critical: { light: '#9b1036', dark: '#ec4f7b' },
  error: { light: '#df4b37', dark: '#ee7a62' },
  warning: { light: '#dc9a26', dark: '#d3a03c' },
  notice: { light: '#4684c7', dark: '#5b9adb' },
  info: { light: '#9aa9b0', dark: '#66777e' },
  debug: { light: '#cbd5d9', dark: '#3d4c52' },
}

/** The tone of a severity code; info for other numbers. */
export function toneOf(severity: number): Tone {
  return tones[severity] ?? 'info'
}

/** The name of a severity code in at most six letters; other numbers as they are. */
export function shortSeverity(severity: number): string {
  return chartTexts.shortSeverities[severity] ?? String(severity)
}
