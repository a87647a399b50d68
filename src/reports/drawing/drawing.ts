/** A rectangle, a line, a path or one line of text. Lengths are CSS pixels, y downwards. */
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
  /** An SVG path, moved by `x` and `y`. */
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
  /** `y` is the base line. A text wider than `maxWidth` ends with an ellipsis. */
  | ({ kind: 'text'; x: number; y: number; text: string } & TextOptions)

export interface TextOptions {
  size: number
  anchor: 'start' | 'middle' | 'end'
  colour: string
  weight: 'regular' | 'bold'
  maxWidth: number
}

/** A picture in CSS pixels (1/96 inch), for any output. */
export interface Drawing {
  width: number
  height: number
  shapes: Shape[]
  /** Whether its texts have all that the first table of the section has. */
  hasWholeTable?: boolean
  /** Description for people who cannot see the picture. */
  description: string
}

/** The texts of a drawing in this weight. */
export function textsOf({ shapes }: Pick<Drawing, 'shapes'>, weight: TextOptions['weight']): string[] {
  return shapes.flatMap(shape => (shape.kind === 'text' && shape.weight === weight ? [shape.text] : []))
}

/** How far left of its `x` a text of this width begins. */
export function anchorShift(anchor: TextOptions['anchor'], width: number): number {
  return anchor === 'end' ? width : anchor === 'middle' ? width / 2 : 0
}

/** A text of a chart: 11 pixels, regular. */
export function text(
  x: number,
  y: number,
  value: string,
  options: Pick<TextOptions, 'anchor' | 'colour' | 'maxWidth'> & Partial<TextOptions>,
): Shape {
  return { kind: 'text', x, y, text: value, size: 11, weight: 'regular', ...options }
}

/** A line across a chart. */
export function horizontalLine(x1: number, x2: number, y: number, stroke: string): Shape & { kind: 'line' } {
  return { kind: 'line', x1, x2, y1: y, y2: y, stroke, width: 0.8 }
}
