import type { plotOf } from './box.ts'
import { type Tick, timeTicks } from './ticks.ts'

/** Pixels for half of a label, which is drawn around its mark. */
const labelRoom = 16

/** The horizontal positions of moments (Unix seconds), and marks whose labels fit into the plot. */
export function timeAxis(from: number, to: number, plot: ReturnType<typeof plotOf>, zone: string) {
  const xOf = (ts: number) => plot.x0 + ((ts - from) / Math.max(1, to - from)) * plot.width
  const ticks: (Tick & { x: number })[] = timeTicks(from, to, Math.max(2, Math.floor(plot.width / 110)), zone)
    .map(tick => ({ ...tick, x: Math.round(xOf(tick.value)) }))
    .filter(({ x }) => x >= plot.x0 + labelRoom && x <= plot.x1 - labelRoom)
  return { xOf, ticks }
}
