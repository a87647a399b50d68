/** Whom a text's x is for. */
type Anchor = 'start' | 'middle' | 'end'

export type Shape =
  | {
      kind: 'rect'
      x: number
      y: number
      width: number
      height: number
      fill: string
      opacity?: number
      radius?: number
    }
  | {
      kind: 'line'
      x1: number
      y1: number
      x2: number
      y2: number
      stroke: string
      width: number
      dash?: readonly [number, number]
    }
  /** An SVG path; `x`, `y` move its origin. */
  | {
      kind: 'path'
      path: string
      x: number
      y: number
      fill?: string
      stroke?: string
      width?: number
      opacity?: number
    }
  /** One line; `y` is the base line. Longer than `room`, it ends with an ellipsis. */
  | {
      kind: 'text'
      x: number
      y: number
      text: string
      size: number
      anchor: Anchor
      colour: string
      weight: 'regular' | 'bold'
      room: number
    }

/** A picture in CSS pixels (1/96 inch), y downwards, independent of what it is drawn on. */
export interface Drawing {
  width: number
  height: number
  shapes: Shape[]
  /** In words, for those who cannot see it. */
  description: string
}
