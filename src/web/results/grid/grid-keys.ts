/**
 * The row that a key moves to; undefined for other keys. `first` is the first row in view, where navigation
 * starts.
 */
export function gridMove(
  key: string,
  active: number | undefined,
  count: number,
  pageRows: number,
  first: number,
): number | undefined {
  if (count === 0) return undefined
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: active === undefined ? first : active + 1,
    ArrowUp: active === undefined ? first : active - 1,
    PageDown: (active ?? first) + pageRows,
    PageUp: (active ?? first) - pageRows,
    Home: 0,
    End: count - 1,
  }
  const to = moves[key]
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to))
}
