/**
 * All numbers of batches and all event ids that a node gives have the same remainder by this, so that no two
 * nodes give the same number, even where the database has lost what it confirmed.
 */
export const remainderBy = 1_024

/** Fewer nodes than remainders: 0 is left out, so that the first node has 1. */
export const maxNodes = 1_000

interface Holder {
  remainder: number | null
  removed_at: number | null
}

/**
 * A remainder that no node has: one that no node ever had, or the one that a removed node gave back first.
 * Numbers of its earlier node are lower: new ones are above all that the database knows.
 */
export function freeRemainder(nodes: readonly Holder[]): number {
  const usedRemainders = new Set(
    nodes.filter(({ removed_at }) => removed_at === null).map(node => node.remainder),
  )
  /** When each remainder was given back last. */
  const givenBack = new Map<number, number>()
  for (const { remainder, removed_at } of nodes) {
    if (remainder === null || removed_at === null) continue
    givenBack.set(remainder, Math.max(removed_at, givenBack.get(remainder) ?? 0))
  }
  const age = (remainder: number) => givenBack.get(remainder) ?? Number.NEGATIVE_INFINITY
  let best: number | undefined
  for (let remainder = 1; remainder < remainderBy; remainder++) {
    if (usedRemainders.has(remainder)) continue
    if (best === undefined || age(remainder) < age(best)) best = remainder
  }
  if (best === undefined) throw new Error('all remainders are taken')
  return best
}
