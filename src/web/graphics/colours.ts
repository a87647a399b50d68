import { colourSlots } from '../../charts/colour-slots.ts'
import type { RankedRow } from '../../charts/ranking.ts'
import { toneOf } from '../../charts/severity.ts'

const seriesCount = 8
/** Colours of the values of each field, on all charts, as long as this page is open. */
const slotsByField = new Map<string, ReadonlyMap<string, number>>()
const maxFields = 50

/** Design tokens for the series of a chart of a field: a value has the same colour in each of its charts, whatever its rank. */
export function seriesColours(
  field: string,
  rows: readonly { name: string | number; rest: boolean }[],
): string[] {
  const names = rows.filter(row => !row.rest).map(row => String(row.name))
  const slots = colourSlots(names, slotsByField.get(field) ?? new Map(), seriesCount)
  // The one that was drawn longest ago goes.
  slotsByField.delete(field)
  slotsByField.set(field, slots)
  for (const oldest of slotsByField.keys()) {
    if (slotsByField.size <= maxFields) break
    slotsByField.delete(oldest)
  }
  return rows.map(row => (row.rest ? '--series-rest' : `--series-${(slots.get(String(row.name)) ?? 0) + 1}`))
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
