/** Index of the first bound at or after a second; bounds.length for none. */
export function indexOfBound(bounds: readonly number[], second: number): number {
  let low = 0
  let high = bounds.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((bounds[middle] ?? 0) < second) low = middle + 1
    else high = middle
  }
  return low
}

/** The bounds of the periods in a slice, ends included. The slice must begin and end at bounds. */
export function boundsWithin(
  bounds: readonly number[],
  slice: { from: number; to: number },
): readonly number[] {
  const first = indexOfBound(bounds, slice.from)
  const last = indexOfBound(bounds, slice.to)
  if (bounds[first] !== slice.from || bounds[last] !== slice.to) {
    throw new Error(`slice ${slice.from} to ${slice.to} does not lie on the bounds of periods`)
  }
  return first === 0 && last === bounds.length - 1 ? bounds : bounds.slice(first, last + 1)
}

/** The periods of a range, as results list them. */
export function periodsOf(bounds: readonly number[]): { ts_from: number; ts_to: number }[] {
  return bounds.slice(1).map((ts_to, i) => ({ ts_from: bounds[i] ?? ts_to, ts_to }))
}
