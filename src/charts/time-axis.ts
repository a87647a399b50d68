import type { plotOf } from './box.ts'
import { type Tick, timeTicks } from './ticks.ts'

/** Minimum pixels between ticks: the width of the label 00:00:00 and a gap. */
const minTickDistance = 75
const maxTicks = 10
/** Pixels of a character of a label. Labels are centred on their ticks. */
const characterWidth = 6

/** A time axis with ticks that have room for labels. `xOf`: horizontal position of a Unix second. */
export function timeAxis(from: number, to: number, plot: ReturnType<typeof plotOf>, zone: string) {
  const xOf = (ts: number) => plot.x0 + ((ts - from) / Math.max(1, to - from)) * plot.width
  const tickCount = Math.max(2, Math.min(maxTicks, Math.floor(plot.width / minTickDistance)))
  const ticks: (Tick & { x: number })[] = timeTicks(from, to, tickCount, zone)
    .map(tick => ({ ...tick, x: Math.round(xOf(tick.value)) }))
    .filter(({ x, label }) => {
      const half = (label.length * characterWidth) / 2
      return x >= plot.x0 + half && x <= plot.x1 - half
    })
  return { xOf, ticks }
}
