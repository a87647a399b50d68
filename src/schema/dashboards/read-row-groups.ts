import { isObject } from '../text/json-object.ts'
import type { RowGroup } from './row-group.ts'

/** Maximum groups of one dashboard. */
export const maxRowGroups = 50

/**
 * Reads `config.row_groups` of a dashboard, in any order. Leaves out invalid groups: the config may be older
 * than its validation.
 */
export function readRowGroups({ row_groups: value }: Readonly<Record<string, unknown>>): RowGroup[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((one): RowGroup[] => {
    if (!isObject(one) || typeof one.title !== 'string' || typeof one.row !== 'number') return []
    return [{ title: one.title, row: one.row, ...(one.folded === true && { folded: true }) }]
  })
}

/**
 * The titles of groups by the first widget below each. Groups without widgets are left out. `rows`: the rows
 * of the widgets, in ascending order; undefined: below all others.
 */
export function groupTitles(
  groups: readonly RowGroup[],
  rows: readonly (number | undefined)[],
): (string | undefined)[] {
  const ordered = groups.toSorted((left, right) => left.row - right.row)
  let before: RowGroup | undefined
  return rows.map(row => {
    const group = ordered.findLast(group => group.row <= (row ?? Number.POSITIVE_INFINITY))
    if (group === before) return undefined
    before = group
    return group?.title
  })
}
