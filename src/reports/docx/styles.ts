import { AlignmentType, type IStylesOptions, Paragraph, TextRun } from 'docx'
import { palette } from '../drawing/palette.ts'
import { isRightToLeft } from '../fonts/segments.ts'

/** #rrggbb as rrggbb. */
export function hexColour(colour: string): string {
  return colour.slice(1)
}

/** Word chooses fonts for scripts that these lack. */
const font = { ascii: 'Calibri', hAnsi: 'Calibri', cs: 'Arial', eastAsia: 'Microsoft YaHei' } as const

type ParagraphStyle = NonNullable<IStylesOptions['paragraphStyles']>[number]

function style(
  id: string,
  name: string,
  run: NonNullable<ParagraphStyle['run']>,
  paragraph?: NonNullable<ParagraphStyle['paragraph']>,
): ParagraphStyle {
  return { id, name, basedOn: 'Normal', run, ...(paragraph && { paragraph }) }
}

const faint = (size: number) => ({ size, color: hexColour(palette.inkFaint) })
const tableHead = { size: 16, bold: true, color: hexColour(palette.inkSoft) }

/**
 * Named styles, so that readers can change each in one place. Sizes are half points, distances twentieths of
 * a point.
 */
export const styles: IStylesOptions = {
  default: {
    document: {
      run: { font, size: 19, color: hexColour(palette.ink), language: { value: 'en-GB' } },
      paragraph: { spacing: { after: 60 } },
    },
    title: {
      run: { font, size: 40, bold: true, color: hexColour(palette.ink) },
      paragraph: { spacing: { after: 80 } },
    },
    heading1: {
      run: { font, size: 28, bold: true, color: hexColour(palette.accent) },
      paragraph: { spacing: { before: 320, after: 80 }, keepNext: true },
    },
    heading2: {
      run: { font, size: 22, bold: true, color: hexColour(palette.ink) },
      paragraph: { spacing: { before: 220, after: 80 }, keepNext: true },
    },
  },
  paragraphStyles: [
    style('Lead', 'Lead', { color: hexColour(palette.inkSoft) }, { spacing: { after: 30 } }),
    style('Note', 'Note', faint(16), { spacing: { after: 60 }, keepNext: true }),
    style('Failure', 'Failure', { color: hexColour(palette.error) }),
    style('FigureName', 'Figure name', faint(15), { spacing: { after: 0 }, keepNext: true }),
    style('FigureValue', 'Figure value', { size: 26, bold: true }, { spacing: { after: 0 } }),
    style('PanelTitle', 'Panel title', { size: 20, bold: true }, { spacing: { after: 20 }, keepNext: true }),
    style('TableHead', 'Table head', tableHead, { spacing: { after: 0 }, keepNext: true }),
    style('TableText', 'Table text', { size: 16 }, { spacing: { after: 0 } }),
  ],
}

/**
 * A paragraph of a text that `clean` returned, in the style of `styles` with this id. Aligns it at `edge`, by
 * default at the side where its script begins.
 */
export function paragraph(text: string, styleId: string, edge?: 'left' | 'right'): Paragraph {
  const rightToLeft = isRightToLeft(text)
  // Word's end is the left side of a right-to-left paragraph.
  const isAtEnd = edge === (rightToLeft ? 'left' : 'right')
  return new Paragraph({
    style: styleId,
    ...(rightToLeft ? { bidirectional: true } : {}),
    ...(isAtEnd ? { alignment: AlignmentType.END } : {}),
    children: text
      .split('\n')
      .map((line, index) => new TextRun({ text: line, rightToLeft, ...(index > 0 ? { break: 1 } : {}) })),
  })
}
