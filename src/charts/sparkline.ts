import { rounded } from './box.ts'

/**
 * SVG paths of a sparkline: a line through the values from left to right, and the area under it. The origin
 * is at the top left, and the value zero at the bottom. Empty with fewer than two values.
 */
export function sparkline(
  values: readonly number[],
  width: number,
  height: number,
): { line: string; area: string } {
  if (values.length < 2) return { line: '', area: '' }
  const largest = Math.max(...values)
  const step = width / (values.length - 1)
  const points = values.map((value, index) => {
    const share = largest > 0 ? Math.max(0, value) / largest : 0
    // Leaves half a pixel for the stroke at the top and at the bottom.
    return `${rounded(index * step)} ${rounded(height - 0.5 - share * (height - 1))}`
  })
  const line = `M${points.join('L')}`
  return { line, area: `${line}L${width} ${height}L0 ${height}Z` }
}
