import { nextTurn } from '../../async/next-turn.ts'

/** Maximum time on the event loop before other work has its turn. */
const maxTurnMs = 5

/**
 * The rows whose title matches a user's pattern, in their order. Matching thousands takes a second, so it is
 * done in turns of a few milliseconds.
 */
export async function matchTitles<Row extends { title: string }>(
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
