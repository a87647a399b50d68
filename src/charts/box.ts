/** The size of a chart in pixels, and the margins at its four edges, which have the axes. */
export interface Box {
  width: number
  height: number
  top: number
  right: number
  bottom: number
  left: number
}

/** The area within the margins, where the data is drawn; at least one pixel wide and high. */
export function plotOf(box: Box) {
  const x1 = Math.max(box.left + 1, box.width - box.right)
  const y1 = Math.max(box.top + 1, box.height - box.bottom)
  return { x0: box.left, x1, y0: box.top, y1, width: x1 - box.left, height: y1 - box.top }
}

/** Rounds to hundredths of a pixel. Adding 0 turns -0 into 0, for SVG paths. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100 + 0
}
