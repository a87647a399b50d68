import { nextTurn } from '../../async/next-turn.ts'

/** Maximum time on the event loop before other work has its turn. */
const maxTurnMs = 5

/** Ids of one page, in order, and the length of the whole list. */
export interface FoundIds {
  ids: number[]
  itemCount: number
}

/**
 * Filters a sorted list by a user's pattern for titles, and returns one page of it. Titles are matched here
 * and not in SQL, since the databases have no regular expressions that take linear time for any pattern.
 */
export async function pageOfTitles(
  rows: readonly { id: number; title: string }[],
  titleMatches: (title: string) => boolean,
  { offset, limit }: { offset: number; limit: number },
): Promise<FoundIds> {
  const ids = (await matchTitles(rows, titleMatches)).map(({ id }) => id)
  return { ids: ids.slice(offset, offset + limit), itemCount: ids.length }
}

/**
 * The rows whose title matches a user's pattern, in their order. Matching thousands takes a second, so it is
 * done in turns of a few milliseconds.
 */
async function matchTitles<Row extends { title: string }>(
  rows: readonly Row[],
  titleMatches: (title: string) => boolean,
): Promise<Row[]> {
  const matching: Row[] = []
  let began = performance.now()
  for (const row of rows) {
    if (titleMatches(row.title)) matching.push(row)
    if (performance.now() - began < maxTurnMs) continue
    await nextTurn()
    began = performance.now()
  }
  return matching
}
