import type { QueryRepresentation, QueryType } from '../../schema/query/query.ts'
import type { Section } from '../document/document.ts'
import { type Drawing, type Shape, text } from './drawing.ts'
import { palette } from './palette.ts'

/** An answer, and how its widget displays it. */
export interface ChartInput {
  title: string
  type: QueryType
  query: QueryRepresentation
  widget: Section['widget']
}

/** The size of a chart, and the time zone of its labels. */
export interface ChartSize {
  /** CSS pixels. */
  width: number
  /** Height of a plot over time, without its legend. */
  height: number
  /** IANA name. */
  zone: string
}

export type Chart = Pick<Drawing, 'shapes' | 'height' | 'hasWholeTable'>

const lineHeight = 17

/** A grid of colours with their labels. */
export function legend(
  series: readonly { label: string; colour: string }[],
  x: number,
  y: number,
  width: number,
): { shapes: Shape[]; height: number } {
  const longest = series.reduce((max, item) => Math.max(max, [...item.label].length), 0)
  // The width of labels is estimated from their characters; longer labels are truncated.
  const cell = Math.min(width, Math.max(64, Math.min(190, longest * 5.7 + 24)))
  const columns = Math.max(1, Math.min(series.length, Math.floor(width / cell)))
  const style = { size: 10.5, anchor: 'start', colour: palette.inkSoft, maxWidth: cell - 20 } as const
  const shapes = series.flatMap(({ label, colour }, index): Shape[] => {
    const left = x + (index % columns) * cell
    const top = y + Math.floor(index / columns) * lineHeight
    return [
      { kind: 'rect', x: left, y: top + 3, width: 9, height: 9, fill: colour, radius: 2 },
      text(left + 14, top + 11.5, label, style),
    ]
  })
  return { shapes, height: Math.ceil(series.length / columns) * lineHeight }
}
