/** Rows per page of the query: the first page comes with the answer. */
export const pageRows = 100
/** Browsers draw elements of at most about 17 million pixels, so further rows cannot be scrolled to. */
export const maxRows = 400_000

/**
 * The pages after the first (from 1) that hold the rows from one index to another, and one page ahead on
 * either side.
 */
export function pagesOf(firstRow: number, lastRow: number, count: number): number[] {
  if (lastRow < firstRow || count <= pageRows) return []
  const last = Math.ceil(count / pageRows)
  const from = Math.max(2, Math.floor(firstRow / pageRows))
  const to = Math.min(last, Math.floor(lastRow / pageRows) + 2)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}
