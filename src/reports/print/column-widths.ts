/** The widths that a column wants, in points. */
export interface ColumnWish {
  /** The width at which nothing wraps. */
  natural: number
  /** The minimum readable width. */
  min: number
}

/** Width of a text's longest word, which a column should not break. */
export function longestWord(text: string, measure: (word: string) => number): number {
  return text.split(' ').reduce((max, word) => Math.max(max, measure(word)), 0)
}

/**
 * Distributes the width of a page among columns. If all natural widths fit, each column gets its own, plus
 * some of the rest, up to half of the page. Otherwise each gets its minimum, and columns that want more share
 * the rest. Undefined if the minima do not fit.
 */
export function columnWidths(columns: readonly ColumnWish[], maxWidth: number): number[] | undefined {
  const natural = columns.reduce((sum, wish) => sum + wish.natural, 0)
  if (columns.length === 0) return []
  if (natural <= maxWidth) {
    const extra = Math.min(maxWidth - natural, Math.max(columns.length * 28, maxWidth * 0.5 - natural))
    return columns.map(wish => wish.natural + extra / columns.length)
  }
  if (columns.reduce((sum, wish) => sum + wish.min, 0) > maxWidth) return undefined
  const widths = columns.map(wish => wish.min)
  let left = maxWidth - widths.reduce((sum, width) => sum + width, 0)
  // Each round satisfies at least one column.
  for (let round = 0; round < columns.length && left > 0.01; round++) {
    const wanting = columns.flatMap((wish, index) => (wish.natural > (widths[index] ?? 0) ? [index] : []))
    if (wanting.length === 0) break
    const lacks = wanting.map(index => (columns[index]?.natural ?? 0) - (widths[index] ?? 0))
    // Shares by the square root of what each lacks: long texts get more than short ones, but not everything.
    const sumOfRoots = lacks.reduce((sum, lack) => sum + Math.sqrt(lack), 0)
    const available = left
    for (const [at, index] of wanting.entries()) {
      const lack = lacks[at] ?? 0
      const given = Math.min(lack, (available * Math.sqrt(lack)) / sumOfRoots)
      widths[index] = (widths[index] ?? 0) + given
      left -= given
    }
  }
  return widths
}
