/**
 * Distributes turns over items. With weights of 2 and 1, the turns 0, 1, 2 and 3 go to the items 0, 0, 1 and
 * 0. Returns the index of the item with this turn; -1 if no item has a weight.
 */
export function indexOfTurn(weights: readonly number[], turn: number): number {
  let left = turn % weights.reduce((sum, weight) => sum + weight, 0)
  for (const [index, weight] of weights.entries()) {
    if (left < weight) return index
    left -= weight
  }
  return -1
}
