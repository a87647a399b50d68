import { donutArcs } from '../../charts/donut.ts'
import { shareText, shortNumber } from '../../charts/number-text.ts'
import type { Chart } from './chart.ts'
import { type Shape, text } from './drawing.ts'
import { palette } from './palette.ts'

export interface RankedBar {
  label: string
  /** Beside the bar. */
  text: string
  /** 0 to 1. */
  length: number
  colour: string
}

/** Maximum rows of a drawn list; the table has all rows. */
const maxBars = 20
const rowHeight = 21

/** A list of values with bars. `textRoom` is the width reserved for the texts beside the bars. */
export function barList(bars: readonly RankedBar[], width: number, textRoom: number): Chart {
  const shown = bars.slice(0, maxBars)
  const name = Math.min(220, width * 0.36)
  const left = name + 12
  const track = Math.max(20, width - textRoom - 12 - left)
  const shapes = shown.flatMap(({ label, text: value, length, colour }, index): Shape[] => {
    const y = index * rowHeight
    const bar = { kind: 'rect', x: left, y: y + 6, height: 9, radius: 2 } as const
    const filled = length > 0 ? Math.max(2, track * length) : 0
    return [
      text(0, y + 14, label, { anchor: 'start', colour: palette.ink, maxWidth: name }),
      { ...bar, width: track, fill: palette.track },
      { ...bar, width: filled, fill: colour },
      text(width, y + 14, value, { anchor: 'end', colour: palette.inkSoft, maxWidth: textRoom }),
    ]
  })
  if (bars.length <= maxBars) return { shapes, height: shown.length * rowHeight }
  const more = `and ${bars.length - maxBars} more`
  const y = shown.length * rowHeight + 14
  shapes.push(text(0, y, more, { anchor: 'start', colour: palette.inkFaint, maxWidth: width }))
  return { shapes, height: (shown.length + 1) * rowHeight }
}

/** A donut of `total`, with its legend beside it. */
export function donut(
  slices: readonly { label: string; count: number; share: number; colour: string }[],
  total: number,
  unit: string,
  width: number,
): Chart {
  const shown = slices.slice(0, maxBars)
  const radius = Math.min(74, width * 0.22)
  const height = Math.max(radius * 2 + 4, shown.length * 19)
  const [x, y] = [radius + 2, height / 2]
  const shapes: Shape[] = donutArcs(
    slices.map(slice => slice.count),
    total,
    radius,
    radius * 0.68,
  ).map(arc => ({ kind: 'path', path: arc.path, x, y, fill: slices[arc.index]?.colour ?? palette.rest }))
  const middle = { anchor: 'middle', maxWidth: radius * 1.2 } as const
  shapes.push(
    text(x, y + 3, shortNumber(total), { ...middle, size: 19, colour: palette.ink, weight: 'bold' }),
    text(x, y + 17, unit, { ...middle, size: 9.5, colour: palette.inkFaint }),
  )
  const left = radius * 2 + 24
  const top = (height - shown.length * 19) / 2
  // With little room, names and shares have priority over counts.
  const withCounts = width - left - 126 >= 70
  const label = Math.max(20, width - left - (withCounts ? 126 : 64))
  for (const [index, { label: name, colour, count, share }] of shown.entries()) {
    const y = top + index * 19 + 13.5
    shapes.push(
      { kind: 'rect', x: left, y: y - 8.5, width: 9, height: 9, fill: colour, radius: 2 },
      text(left + 15, y, name, { anchor: 'start', colour: palette.ink, maxWidth: label }),
      text(width, y, shareText(share), { anchor: 'end', colour: palette.inkFaint, maxWidth: 46 }),
    )
    if (withCounts)
      shapes.push(
        text(width - 50, y, shortNumber(count), { anchor: 'end', colour: palette.inkSoft, maxWidth: 60 }),
      )
  }
  return { shapes, height }
}
