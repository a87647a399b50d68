import { type Box, plotOf } from './box.ts'

/** A filled line over evenly spaced values, scaled to their maximum: SVG paths of the line and of the area below it. */
export function areaPaths(values: readonly number[], box: Box): { line: string; area: string } {
  if (values.length === 0) return { line: '', area: '' }
  const plot = plotOf(box)
  const max = Math.max(1, ...values)
  const step = values.length > 1 ? plot.width / (values.length - 1) : 0
  const points = values.map(
    (value, i) => `${tenth(plot.x0 + i * step)} ${tenth(plot.y1 - (value / max) * plot.height)}`,
  )
  if (points.length === 1) points.push(`${plot.x1} ${points[0]?.split(' ')[1]}`)
  const line = `M${points.join('L')}`
  return { line, area: `${line}L${plot.x1} ${plot.y1}L${plot.x0} ${plot.y1}Z` }
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}
