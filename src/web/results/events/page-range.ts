/** Rows per page of the query: the first page comes with the answer. */
export const pageRows = 100
/** Browsers draw elements of at most about 17 million pixels, so further rows cannot be scrolled to. */
export const maxRows = 400_000

/**
 * The numbers of the pages with the rows `firstRow` to `lastRow`, and of one page on either side. Page 1 is
 * left out, because it came with the answer.
 */
export function pagesOf(firstRow: number, lastRow: number, count: number): number[] {
  if (lastRow < firstRow || count <= pageRows) return []
  const last = Math.ceil(count / pageRows)
  const from = Math.max(2, Math.floor(firstRow / pageRows))
  const to = Math.min(last, Math.floor(lastRow / pageRows) + 2)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}
