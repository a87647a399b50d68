import { rounded } from './box.ts'

/**
 * SVG paths of a line through values, and of the area under it, in a box that starts at 0,0. Zero is at the
 * bottom; both paths are empty for fewer than two values.
 */
export function sparkline(
  values: readonly number[],
  width: number,
  height: number,
): { line: string; area: string } {
  if (values.length < 2) return { line: '', area: '' }
  const top = Math.max(...values)
  const step = width / (values.length - 1)
  const points = values.map((value, index) => {
    const share = top > 0 ? Math.max(0, value) / top : 0
    // Leaves half a pixel for the stroke at the upper and lower edge.
    return `${rounded(index * step)} ${rounded(height - 0.5 - share * (height - 1))}`
  })
  const line = `M${points.join('L')}`
  return { line, area: `${line}L${width} ${height}L0 ${height}Z` }
}
