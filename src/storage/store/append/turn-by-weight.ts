/**
 * Distributes turns over items by their weights: of consecutive turns, each item gets as many as its weight.
 * Returns the index of the item with this turn; -1 if no item has a weight.
 */
export function indexOfTurn(weights: readonly number[], turn: number): number {
  let left = turn % weights.reduce((sum, weight) => sum + weight, 0)
  for (const [index, weight] of weights.entries()) {
    if (left < weight) return index
    left -= weight
  }
  return -1
}
