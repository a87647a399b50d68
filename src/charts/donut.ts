import { circlePoint } from './box.ts'

/** One value of a donut. */
export interface Arc {
  /** Index of the value. */
  index: number
  /** An SVG path around the centre 0,0. */
  path: string
  /** Share of the total, 0 to 1. */
  share: number
}

/**
 * The arcs of a donut, clockwise from the top. Values that add up to less than `total` leave a gap. Zero and
 * negative values have no arc. `outer` and `inner`: radii.
 */
export function donutArcs(values: readonly number[], total: number, outer: number, inner: number): Arc[] {
  const arcs: Arc[] = []
  let turned = 0
  for (const [index, value] of values.entries()) {
    if (value <= 0) continue
    const share = value / total
    arcs.push({ index, share, path: ring(turned, turned + share, outer, inner) })
    turned += share
  }
  return arcs
}

/** SVG path of a part of the ring. `from` and `to`: clockwise from the top, in turns. */
function ring(from: number, to: number, outer: number, inner: number): string {
  // SVG draws nothing for an arc whose ends meet, so a whole ring is two halves.
  if (to - from > 0.9999) {
    const half = (radius: number, sweep: number) =>
      `M0 ${-radius}A${radius} ${radius} 0 1 ${sweep} 0 ${radius}A${radius} ${radius} 0 1 ${sweep} 0 ${-radius}Z`
    return half(outer, 1) + half(inner, 0)
  }
  const large = to - from > 0.5 ? 1 : 0
  const edge = `A${outer} ${outer} 0 ${large} 1 ${circlePoint(to, outer)}`
  const back = `A${inner} ${inner} 0 ${large} 0 ${circlePoint(from, inner)}`
  return `M${circlePoint(from, outer)}${edge}L${circlePoint(to, inner)}${back}Z`
}
