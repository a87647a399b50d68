/**
 * The row that a key moves to; undefined for other keys. `viewRows`: rows that fit into the view. `first`:
 * the first row in view, where navigation starts.
 */
export function gridMove(
  key: string,
  active: number | undefined,
  count: number,
  viewRows: number,
  first: number,
): number | undefined {
  if (count === 0) return undefined
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: active === undefined ? first : active + 1,
    ArrowUp: active === undefined ? first : active - 1,
    PageDown: (active ?? first) + viewRows,
    PageUp: (active ?? first) - viewRows,
    Home: 0,
    End: count - 1,
  }
  const target = moves[key]
  return target === undefined ? undefined : Math.max(0, Math.min(count - 1, target))
}
