/**
 * All batch numbers and event ids of a node have the same remainder modulo this number. So no two nodes give
 * the same number, even if the database loses what it has confirmed.
 */
export const remainderBy = 1_024

/** Maximum nodes at a time. There are more remainders (1 to 1,023), so each node gets its own. */
export const maxNodes = 1_000

interface Holder {
  remainder: number | null
  removed_at: number | null
}

/**
 * A remainder for a new node: one that no node ever had, or else the one that was given back first. Numbers
 * of the earlier node are lower, since new numbers are above all that the database knows.
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
  const givenBackAt = (remainder: number) => givenBack.get(remainder) ?? Number.NEGATIVE_INFINITY
  let best: number | undefined
  for (let remainder = 1; remainder < remainderBy; remainder++) {
    if (usedRemainders.has(remainder)) continue
    if (best === undefined || givenBackAt(remainder) < givenBackAt(best)) best = remainder
  }
  if (best === undefined) throw new Error('all remainders are taken')
  return best
}
