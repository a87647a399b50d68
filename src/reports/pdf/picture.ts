import { anchorShift, type Drawing, type Shape, textsOf } from '../drawing/drawing.ts'
import type { PageWriter } from './page-writer.ts'

export const pointsPerPixel = 0.75

/** Draws as vector graphics and text. `x`, `y`: upper left corner, in points; the drawing is in pixels. */
export async function drawPicture(page: PageWriter, drawing: Drawing, x: number, y: number): Promise<void> {
  for (const weight of ['regular', 'bold'] as const) await page.prepare(weight, textsOf(drawing, weight))
  page.pdf.save().translate(x, y).scale(pointsPerPixel)
  for (const shape of drawing.shapes) drawShape(page, shape)
  page.pdf.restore()
}

function drawShape(page: PageWriter, shape: Shape): void {
  const { pdf } = page
  switch (shape.kind) {
    case 'rect': {
      if (shape.width <= 0 || shape.height <= 0) return
      const radius = Math.min(shape.radius ?? 0, shape.width / 2, shape.height / 2)
      pdf.save().fillOpacity(shape.opacity ?? 1)
      if (radius > 0) pdf.roundedRect(shape.x, shape.y, shape.width, shape.height, radius)
      else pdf.rect(shape.x, shape.y, shape.width, shape.height)
      pdf.fill(shape.fill).restore()
      return
    }
    case 'line':
      pdf.save().lineWidth(shape.width)
      if (shape.dash) pdf.dash(shape.dash[0], { space: shape.dash[1] })
      pdf.moveTo(shape.x1, shape.y1).lineTo(shape.x2, shape.y2).stroke(shape.stroke).restore()
      return
    case 'path':
      pdf.save().translate(shape.x, shape.y)
      if (shape.fill) {
        pdf.fillOpacity(shape.opacity ?? 1)
        pdf.path(shape.path).fill(shape.fill)
      }
      if (shape.stroke) {
        pdf.lineWidth(shape.width ?? 1).lineJoin('round')
        pdf.path(shape.path).stroke(shape.stroke)
      }
      pdf.restore()
      return
    case 'text': {
      const style = { size: shape.size, colour: shape.colour, weight: shape.weight }
      const [line] = page.layOut(shape.text, shape.maxWidth, style).lines
      if (!line) return
      page.writeLine(line, shape.x - anchorShift(shape.anchor, line.width), shape.y, style)
      return
    }
  }
}
