import { rounded } from './box.ts'

/**
 * SVG paths of a sparkline: a line through the values from left to right, and the area under it. The value 0
 * is at the bottom edge. Both paths are empty for fewer than two values.
 */
export function sparkline(
  values: readonly number[],
  width: number,
  height: number,
): { line: string; area: string } {
  if (values.length < 2) return { line: '', area: '' }
  const max = Math.max(...values)
  const step = width / (values.length - 1)
  const points = values.map((value, index) => {
    const ratio = max > 0 ? Math.max(0, value) / max : 0
    // Leaves half a pixel for the stroke at the top and at the bottom.
    return `${rounded(index * step)} ${rounded(height - 0.5 - ratio * (height - 1))}`
  })
  const line = `M${points.join('L')}`
  return { line, area: `${line}L${width} ${height}L0 ${height}Z` }
}
