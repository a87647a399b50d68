/** The widths that a column wants, in points. */
export interface ColumnWish {
  /** The width at which nothing wraps. */
  natural: number
  /** The minimum readable width. */
  min: number
}

/** Rows of a table that are measured for the widths of its columns. */
export const measuredRows = 250
/** Maximum points that a column wants when the layout of the page is chosen: longer texts wrap anyway. */
const maxNaturalWidth = 260
/** Points that each column gets beyond its natural width, if the page has room. */
const spareWidth = 28

/** Whether columns would be too narrow on a page with `maxWidth` points. */
export function areTooWide(columns: readonly ColumnWish[], maxWidth: number): boolean {
  return columns.reduce((sum, { natural }) => sum + Math.min(natural, maxNaturalWidth), 0) > maxWidth
}

/** Width of a text's longest word, which a column should not break. */
export function longestWord(text: string, measure: (word: string) => number): number {
  return text.split(' ').reduce((max, word) => Math.max(max, measure(word)), 0)
}

/**
 * Distributes the width of a page among columns. If all natural widths fit, each column gets its own, plus
 * `spareWidth`, or more if the table would be narrower than half of the page. Otherwise each gets its
 * minimum, and columns that want more share the rest. Undefined if the minima do not fit.
 */
export function columnWidths(columns: readonly ColumnWish[], maxWidth: number): number[] | undefined {
  const natural = columns.reduce((sum, wish) => sum + wish.natural, 0)
  if (columns.length === 0) return []
  if (natural <= maxWidth) {
    const extra = Math.min(maxWidth - natural, Math.max(columns.length * spareWidth, maxWidth / 2 - natural))
    return columns.map(wish => wish.natural + extra / columns.length)
  }
  if (columns.reduce((sum, wish) => sum + wish.min, 0) > maxWidth) return undefined
  const widths = columns.map(wish => wish.min)
  let freeWidth = maxWidth - widths.reduce((sum, width) => sum + width, 0)
  // Each round satisfies at least one column.
  for (let round = 0; round < columns.length && freeWidth > 0.01; round++) {
    const wanting = columns.flatMap((wish, index) => (wish.natural > (widths[index] ?? 0) ? [index] : []))
    if (wanting.length === 0) break
    const lacks = wanting.map(index => (columns[index]?.natural ?? 0) - (widths[index] ?? 0))
    // Shares by the square root of what each lacks: long texts get more than short ones, but not everything.
    const sumOfRoots = lacks.reduce((sum, lack) => sum + Math.sqrt(lack), 0)
    const available = freeWidth
    for (const [at, index] of wanting.entries()) {
      const lack = lacks[at] ?? 0
      const given = Math.min(lack, (available * Math.sqrt(lack)) / sumOfRoots)
      widths[index] = (widths[index] ?? 0) + given
      freeWidth -= given
    }
  }
  return widths
}
