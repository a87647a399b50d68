import { nextTurn } from '../async/next-turn.ts'

/** Of the event loop, before others have their turn. */
const maxTurnMs = 5

/** The rows whose title a person's pattern matches, in their order. Matching thousands takes a second, so it is done in turns of a few milliseconds. */
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
