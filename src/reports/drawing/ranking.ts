import { donutArcs } from '../../charts/donut.ts'
import { shareText, shortNumber } from '../../charts/number-text.ts'
import type { Shape } from './drawing.ts'
import { palette } from './palette.ts'

export interface RankedBar {
  label: string
  /** Beside the bar. */
  text: string
  /** 0 to 1. */
  length: number
  colour: string
}

/** Most rows of a drawn list: the table has all of them. */
const maxBars = 20
const rowHeight = 21

const textStyle = { kind: 'text', size: 11, weight: 'regular' } as const

/** Values as a list, each with a bar. `textRoom` is the width of what stands beside the bars. */
export function barList(
  bars: readonly RankedBar[],
  width: number,
  textRoom: number,
): { shapes: Shape[]; height: number } {
  const shown = bars.slice(0, maxBars)
  const name = Math.min(220, width * 0.36)
  const left = name + 12
  const track = Math.max(20, width - textRoom - 12 - left)
  const shapes = shown.flatMap((bar, index): Shape[] => {
    const y = index * rowHeight
    return [
      { ...textStyle, x: 0, y: y + 14, text: bar.label, anchor: 'start', colour: palette.ink, room: name },
      { kind: 'rect', x: left, y: y + 6, width: track, height: 9, fill: palette.track, radius: 2 },
      {
        kind: 'rect',
        x: left,
        y: y + 6,
        width: bar.length > 0 ? Math.max(2, track * bar.length) : 0,
        height: 9,
        fill: bar.colour,
        radius: 2,
      },
      {
        ...textStyle,
        x: width,
        y: y + 14,
        text: bar.text,
        anchor: 'end',
        colour: palette.inkSoft,
        room: textRoom,
      },
    ]
  })
  if (bars.length <= maxBars) return { shapes, height: shown.length * rowHeight }
  const more = `and ${bars.length - maxBars} more`
  shapes.push({
    ...textStyle,
    x: 0,
    y: shown.length * rowHeight + 14,
    text: more,
    anchor: 'start',
    colour: palette.inkFaint,
    room: width,
  })
  return { shapes, height: (shown.length + 1) * rowHeight }
}

/** Shares of a whole: a ring, and its legend beside it. */
export function donut(
  slices: readonly { label: string; count: number; share: number; colour: string }[],
  unit: string,
  width: number,
): { shapes: Shape[]; height: number } {
  const shown = slices.slice(0, maxBars)
  const radius = Math.min(74, width * 0.22)
  const height = Math.max(radius * 2 + 4, shown.length * 19)
  const [x, y] = [radius + 2, height / 2]
  const shapes: Shape[] = donutArcs(
    slices.map(slice => slice.count),
    radius,
    radius * 0.68,
  ).map(arc => ({ kind: 'path', path: arc.path, x, y, fill: slices[arc.index]?.colour ?? palette.rest }))
  const middle = { kind: 'text', x, anchor: 'middle', room: radius * 1.2 } as const
  const sum = slices.reduce((total, slice) => total + slice.count, 0)
  shapes.push(
    { ...middle, y: y + 3, text: shortNumber(sum), size: 19, colour: palette.ink, weight: 'bold' },
    { ...middle, y: y + 17, text: unit, size: 9.5, colour: palette.inkFaint, weight: 'regular' },
  )
  const left = radius * 2 + 24
  const top = (height - shown.length * 19) / 2
  // Where the names would have no room, their shares are enough.
  const withCounts = width - left - 126 >= 70
  const label = Math.max(20, width - left - (withCounts ? 126 : 64))
  for (const [index, { label: name, colour, count, share }] of shown.entries()) {
    const y = top + index * 19 + 13.5
    const text = { ...textStyle, y }
    shapes.push(
      { kind: 'rect', x: left, y: y - 8.5, width: 9, height: 9, fill: colour, radius: 2 },
      { ...text, x: left + 15, text: name, anchor: 'start', colour: palette.ink, room: label },
      { ...text, x: width, text: shareText(share), anchor: 'end', colour: palette.inkFaint, room: 46 },
    )
    if (!withCounts) continue
    shapes.push({
      ...text,
      x: width - 50,
      text: shortNumber(count),
      anchor: 'end',
      colour: palette.inkSoft,
      room: 60,
    })
  }
  return { shapes, height }
}
