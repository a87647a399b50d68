/** What a column asks for, in points. */
export interface ColumnWish {
  /** So wide that nothing wraps. */
  natural: number
  /** Less cannot be read. */
  min: number
}

/**
 * Shares the width of a page among columns: each its natural width where that fits (and a little air, up to a calm width of the
 * whole); else each gets its least, and those that want more share what is left. undefined when even the least does not fit.
 */
export function columnWidths(columns: readonly ColumnWish[], room: number): number[] | undefined {
  const natural = columns.reduce((sum, wish) => sum + wish.natural, 0)
  if (columns.length === 0) return []
  if (natural <= room) {
    const air = Math.min(room - natural, Math.max(columns.length * 28, room * 0.5 - natural))
    return columns.map(wish => wish.natural + air / columns.length)
  }
  if (columns.reduce((sum, wish) => sum + wish.min, 0) > room) return undefined
  const widths = columns.map(wish => wish.min)
  let left = room - widths.reduce((sum, width) => sum + width, 0)
  // Each round gives all that are still narrow the same, and satisfies one at least.
  for (let round = 0; round < columns.length && left > 0.01; round++) {
    const wanting = columns.flatMap((wish, index) => (wish.natural > (widths[index] ?? 0) ? [index] : []))
    if (wanting.length === 0) break
    const lacks = wanting.map(index => (columns[index]?.natural ?? 0) - (widths[index] ?? 0))
    // By the root of what they lack: long texts get more than short ones, but do not starve them.
    const whole = lacks.reduce((sum, lack) => sum + Math.sqrt(lack), 0)
    const room = left
    for (const [at, index] of wanting.entries()) {
      const lack = lacks[at] ?? 0
      const given = Math.min(lack, (room * Math.sqrt(lack)) / whole)
      widths[index] = (widths[index] ?? 0) + given
      left -= given
    }
  }
  return widths
}
