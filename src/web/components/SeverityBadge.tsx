import { nameText } from '../../charts/name-text.ts'
import { type Tone, toneOf } from '../../charts/severity.ts'

/**
 * Severity icons on a 12-pixel grid. Shape also encodes severity, for readers who cannot tell the colours
 * apart.
 */
const shapes: Record<Tone, string> = {
  critical: 'M4 1.2h4L10.800 4v4L8 10.800H4L1.200 8V4zM6 3.500v3M6 8.500v.1',
  error:
    'M6 10.800a4.800 4.800 0 1 0 0-9.600 4.800 4.800 0 0 0 0 9.600M4.300 4.300l3.400 3.400M7.700 4.300 4.300 7.700',
  warning: 'M6 1.500 11 10.500H1zM6 5v2.500M6 9v.1',
  notice: 'M6 10.800a4.800 4.800 0 1 0 0-9.600 4.800 4.800 0 0 0 0 9.600M6 3.500v3M6 8.500v.1',
  info: 'M6 10.800a4.800 4.800 0 1 0 0-9.600 4.800 4.800 0 0 0 0 9.600M6 5.500v3M6 3.500v.1',
  debug: 'M2 6h.1M6 6h.1M10 6h.1',
}

/** A severity as a coloured badge with its icon and its name. */
export function SeverityBadge({ severity }: { severity: number }) {
  const tone = toneOf(severity)
  return (
    <span className={`badge ${tone}`}>
      <svg width="11" height="11" viewBox="0 0 12 12" aria-hidden="true">
        <path d={shapes[tone]} />
      </svg>
      {nameText('severity', severity)}
    </span>
  )
}
