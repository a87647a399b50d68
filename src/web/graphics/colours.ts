import type { RankedRow } from '../../charts/ranking.ts'
import { toneOf } from '../../charts/severity.ts'

/** Design tokens for the series of a chart, in order; past the eighth they repeat. */
export function seriesColour(index: number, rest: boolean): string {
  return rest ? '--series-rest' : `--series-${(index % 8) + 1}`
}

const toneColours = {
  critical: '--bar-critical',
  error: '--bar-error',
  warning: '--bar-warning',
  notice: '--series-2',
  info: '--bar',
  debug: '--series-rest',
}

/** Severities keep their colour everywhere. */
export function severityColour(row: RankedRow): string {
  return row.rest ? '--series-rest' : toneColours[toneOf(Number(row.name))]
}
