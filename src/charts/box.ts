/** Size of a chart in pixels, and the margins around its plot (`top`, `right` …) for the axes. */
export interface Box {
  width: number
  height: number
  top: number
  right: number
  bottom: number
  left: number
}

/** The plot of a chart, inside the margins: its edges and its size, which is at least one pixel each way. */
export function plotOf(box: Box) {
  const x1 = Math.max(box.left + 1, box.width - box.right)
  const y1 = Math.max(box.top + 1, box.height - box.bottom)
  return { x0: box.left, x1, y0: box.top, y1, width: x1 - box.left, height: y1 - box.top }
}

/** Rounds to hundredths of a pixel. Adding 0 turns -0 into 0. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100 + 0
}

/** A point of a circle around 0,0, for an SVG path. `turn`: 0 is the top, 0.25 is the right. */
export function circlePoint(turn: number, radius: number): string {
  const angle = turn * 2 * Math.PI
  return `${rounded(Math.sin(angle) * radius)} ${rounded(-Math.cos(angle) * radius)}`
}
