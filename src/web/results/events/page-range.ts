import { pageRows } from '../../search/state/search-requests.ts'

/** Browsers draw elements of at most about 17 million pixels, so further rows cannot be scrolled to. */
export const maxRows = 400_000

/**
 * The numbers of the pages with the rows `firstRow` to `lastRow`, and of one page on either side. Page 1 is
 * left out, because it came with the answer.
 */
export function pagesOf(firstRow: number, lastRow: number, count: number): number[] {
  if (lastRow < firstRow || count <= pageRows) return []
  const pageOf = (row: number) => Math.floor(row / pageRows) + 1
  const to = Math.min(pageOf(count - 1), pageOf(lastRow) + 1)
  const pages: number[] = []
  for (let page = Math.max(2, pageOf(firstRow) - 1); page <= to; page++) pages.push(page)
  return pages
}
