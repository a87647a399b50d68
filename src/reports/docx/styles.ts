import type { IStylesOptions } from 'docx'
import { palette } from '../drawing/palette.ts'

/** #rrggbb as rrggbb. */
export function hexColour(colour: string): string {
  return colour.slice(1)
}

/** Sizes are half points, distances twentieths of a point. Word chooses a font for scripts that these lack. */
const font = { ascii: 'Calibri', hAnsi: 'Calibri', cs: 'Arial', eastAsia: 'Microsoft YaHei' } as const

/** Named styles, which readers can change in one place. */
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
    {
      id: 'Lead',
      name: 'Lead',
      basedOn: 'Normal',
      run: { color: hexColour(palette.inkSoft) },
      paragraph: { spacing: { after: 30 } },
    },
    {
      id: 'Note',
      name: 'Note',
      basedOn: 'Normal',
      run: { size: 16, color: hexColour(palette.inkFaint) },
      paragraph: { spacing: { after: 60 }, keepNext: true },
    },
    { id: 'Failure', name: 'Failure', basedOn: 'Normal', run: { color: hexColour(palette.error) } },
    {
      id: 'FigureName',
      name: 'Figure name',
      basedOn: 'Normal',
      run: { size: 15, color: hexColour(palette.inkFaint) },
      paragraph: { spacing: { after: 0 }, keepNext: true },
    },
    {
      id: 'FigureValue',
      name: 'Figure value',
      basedOn: 'Normal',
      run: { size: 26, bold: true },
      paragraph: { spacing: { after: 0 } },
    },
    {
      id: 'PanelTitle',
      name: 'Panel title',
      basedOn: 'Normal',
      run: { size: 20, bold: true },
      paragraph: { spacing: { after: 20 }, keepNext: true },
    },
    {
      id: 'TableHead',
      name: 'Table head',
      basedOn: 'Normal',
      run: { size: 16, bold: true, color: hexColour(palette.inkSoft) },
      paragraph: { spacing: { after: 0 }, keepNext: true },
    },
    {
      id: 'TableText',
      name: 'Table text',
      basedOn: 'Normal',
      run: { size: 16 },
      paragraph: { spacing: { after: 0 } },
    },
  ],
}
