import { Resvg } from '@resvg/resvg-js'
import { ImageRun, Paragraph } from 'docx'
import type { Drawing } from '../drawing/drawing.ts'
import { svgOf } from '../drawing/svg.ts'

/** Pixels of the bitmap per pixel of the drawing: sharp on paper, small as a file. */
const bitmapScale = 2

/** A drawing as SVG, with a bitmap for programs without SVG. */
export async function picture(drawing: Drawing): Promise<Paragraph> {
  const svg = await svgOf(drawing)
  const bitmap = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: bitmapScale },
    // Letters are outlines, which need no fonts.
    font: { loadSystemFonts: false },
  }).render()
  return new Paragraph({
    spacing: { before: 60, after: 120 },
    children: [
      new ImageRun({
        type: 'svg',
        data: Buffer.from(svg),
        fallback: { type: 'png', data: bitmap.asPng() },
        transformation: { width: drawing.width, height: drawing.height },
        altText: { name: 'Chart', title: drawing.description, description: drawing.description },
      }),
    ],
  })
}
