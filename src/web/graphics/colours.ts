import { colourSlots } from '../../charts/colour-slots.ts'
import type { RankedRow } from '../../charts/ranking.ts'
import { toneOf } from '../../charts/severity.ts'

/** Number of colours. The style sheet has a token for each: `--series-1` to `--series-16`. */
const seriesCount = 16
/**
 * For each field, the colour slot (from 0) of each value. All charts of the page share them. The field that
 * was drawn last is the last one.
 */
const slotsByField = new Map<string, ReadonlyMap<string, number>>()
/** Maximum fields in `slotsByField`. */
const maxFields = 50

/**
 * Design tokens for series of a field: a value has the same colour in every chart, unless two values of a
 * chart would share it. `rest`: the sum of all other values.
 */
function seriesColours(field: string, rows: readonly { name: string | number; rest: boolean }[]): string[] {
  const names = rows.filter(row => !row.rest).map(row => String(row.name))
  const slots = colourSlots(names, slotsByField.get(field) ?? new Map(), seriesCount)
  slotsByField.delete(field)
  slotsByField.set(field, slots)
  for (const oldest of slotsByField.keys()) {
    if (slotsByField.size <= maxFields) break
    slotsByField.delete(oldest)
  }
  return rows.map(row => (row.rest ? '--series-rest' : `--series-${(slots.get(String(row.name)) ?? 0) + 1}`))
}

/** Design tokens for values of a field; severities have their own. */
export function valueColours(
  field: string,
  rows: readonly { name: string | number; rest: boolean }[],
): string[] {
  return field === 'severity' ? rows.map(severityColour) : seriesColours(field, rows)
}

/** Design token of a series with a fixed slot, such as a metric of the host. */
export function slotColour(slot: number | 'rest'): string {
  return slot === 'rest' ? '--series-rest' : `--series-${slot + 1}`
}

/** Design token of a severity. */
export function severityColour(row: Pick<RankedRow, 'name' | 'rest'>): string {
  return row.rest ? '--series-rest' : `--severity-${toneOf(Number(row.name))}`
}
