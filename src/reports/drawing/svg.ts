import { type Faces, sharedFaces } from '../fonts/faces.ts'
import { layOutText } from '../fonts/lines.ts'
import type { Run } from '../fonts/visual-order.ts'
import { anchorShift, type Drawing, type Shape, textsOf } from './drawing.ts'

/**
 * A drawing as SVG with letters as outlines, so that no fonts are needed to display it. Attributes hold only
 * our own numbers and colours, never a text.
 */
export async function svgOf(drawing: Drawing): Promise<string> {
  const faces = sharedFaces()
  for (const weight of ['regular', 'bold'] as const) {
    await faces.prepare(weight, textsOf(drawing, weight))
  }
  const shapes = drawing.shapes.map(shape => shapeSvg(shape, faces))
  const size = `width="${number(drawing.width)}" height="${number(drawing.height)}"`
  // Side margins, since some programs cut off letters at the edge.
  const view = `viewBox="-2 0 ${number(drawing.width + 4)} ${number(drawing.height)}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${view}>${shapes.join('')}</svg>`
}

function shapeSvg(shape: Shape, faces: Faces): string {
  switch (shape.kind) {
    case 'rect': {
      const box = `x="${number(shape.x)}" y="${number(shape.y)}" width="${number(shape.width)}" height="${number(shape.height)}"`
      return `<rect ${box} rx="${number(shape.radius ?? 0)}" fill="${shape.fill}"${opacity(shape.opacity)}/>`
    }
    case 'line': {
      const ends = `x1="${number(shape.x1)}" y1="${number(shape.y1)}" x2="${number(shape.x2)}" y2="${number(shape.y2)}"`
      const dash = shape.dash ? ` stroke-dasharray="${shape.dash.join(' ')}"` : ''
      return `<line ${ends} stroke="${shape.stroke}" stroke-width="${shape.width}"${dash}/>`
    }
    case 'path': {
      const place = `transform="translate(${number(shape.x)} ${number(shape.y)})"`
      const stroke = shape.stroke
        ? ` stroke="${shape.stroke}" stroke-width="${shape.width ?? 1}" stroke-linejoin="round"`
        : ''
      return `<path ${place} d="${shape.path}" fill="${shape.fill ?? 'none'}"${stroke}${opacity(shape.opacity)}/>`
    }
    case 'text': {
      const { size, weight } = shape
      const options = { faces, weight, size, width: shape.maxWidth, maxLines: 1 }
      const [line] = layOutText(shape.text, options).lines
      if (!line) return ''
      const shift = anchorShift(shape.anchor, line.width)
      const path = line.runs.map(run => outline(run, shape.x - shift + run.x, shape.y, size)).join('')
      return path === '' ? '' : `<path d="${path}" fill="${shape.colour}"/>`
    }
  }
}

/** The letters of a run as a path. */
function outline({ text, face }: Run, x: number, y: number, size: number): string {
  const scale = size / face.font.unitsPerEm
  const { glyphs, positions } = face.font.layout(text)
  let [path, pen] = ['', x]
  for (const [index, glyph] of glyphs.entries()) {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
    path += glyph.path
      .scale(scale, -scale)
      .translate(pen + xOffset * scale, y - yOffset * scale)
      .toSVG()
    pen += xAdvance * scale
  }
  // Two decimals are enough: 12.34567 becomes 12.35.
  return path.replace(/\d+\.\d{3,}/g, long => String(Math.round(Number(long) * 100) / 100))
}

function opacity(value: number | undefined): string {
  return value === undefined ? '' : ` opacity="${value}"`
}

function number(value: number): string {
  return String(Math.round(value * 100) / 100)
}
