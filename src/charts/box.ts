/** The area of a chart: its size in pixels and the room for its axes. */
export interface Box {
  width: number
  height: number
  top: number
  right: number
  bottom: number
  left: number
}

/** The inner edges; at least one pixel wide and high. */
export function plotOf(box: Box) {
  const x1 = Math.max(box.left + 1, box.width - box.right)
  const y1 = Math.max(box.top + 1, box.height - box.bottom)
  return { x0: box.left, x1, y0: box.top, y1, width: x1 - box.left, height: y1 - box.top }
}

/** Rounds to hundredths of a pixel. The sum turns a negative zero into a plain one. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100 + 0
}
