import type { plotOf } from './box.ts'
import { type Tick, timeTicks } from './ticks.ts'

/** Pixels from one mark to the next: the longest label, 00:00:00, with a gap. */
const markDistance = 75
const maxMarks = 10
/** Pixels of a character of a label, which is drawn around its mark. */
const characterWidth = 6

/** The horizontal positions of moments (Unix seconds), and time marks whose labels fit into the plot. */
export function timeAxis(from: number, to: number, plot: ReturnType<typeof plotOf>, zone: string) {
  const xOf = (ts: number) => plot.x0 + ((ts - from) / Math.max(1, to - from)) * plot.width
  const wanted = Math.max(2, Math.min(maxMarks, Math.floor(plot.width / markDistance)))
  const ticks: (Tick & { x: number })[] = timeTicks(from, to, wanted, zone)
    .map(tick => ({ ...tick, x: Math.round(xOf(tick.value)) }))
    .filter(({ x, label }) => {
      const half = (label.length * characterWidth) / 2
      return x >= plot.x0 + half && x <= plot.x1 - half
    })
  return { xOf, ticks }
}
