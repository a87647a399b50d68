import type { Paragraph, Table } from 'docx'
import type { Section } from '../document/document.ts'
import type { WriteOutcome } from '../document/writer.ts'
import { palette } from '../drawing/palette.ts'
import { clean, figureText } from '../print/cell-text.ts'
import type { PrintedTable } from '../print/printed-table.ts'
import { paragraph } from './styles.ts'
import { sideBySide, wordTable } from './table.ts'

export type Block = Paragraph | Table

/** The content of a document before it is written as a file. */
export interface Body {
  landscape: boolean
  blocks: Block[]
  written: WriteOutcome
}

const pixelsPerPoint = 96 / 72
const tilesPerRow = 4
const maxTileWidth = 150

/** Figures as rows of boxes side by side. `maxWidth` in points. */
export function figureBlocks({ figures }: Section, maxWidth: number, zone: string): Block[] {
  const blocks: Block[] = []
  for (let first = 0; first < figures.length; first += tilesPerRow) {
    const row = figures.slice(first, first + tilesPerRow)
    const tiles = row.map(({ title, value, kind }) => ({
      width: Math.min(maxWidth / row.length, maxTileWidth),
      children: [
        paragraph(clean(title), 'FigureName'),
        paragraph(figureText(value, kind, zone), 'FigureValue'),
      ],
    }))
    blocks.push(sideBySide(tiles, palette.sunken), paragraph('', 'FigureName'))
  }
  return blocks
}

/** Converts the size of a chart from points to CSS pixels. */
export function chartSize(width: number, height: number): { width: number; height: number } {
  return { width: Math.floor(width * pixelsPerPoint), height: height * pixelsPerPoint }
}

/** A table with its heading and notes. `maxWidth` in points. */
export function tableBlocks(table: PrintedTable, maxWidth: number): Block[] {
  return [
    paragraph(table.title, 'Heading2'),
    ...table.notes.map(note => paragraph(note, 'Note')),
    wordTable(table, maxWidth),
    // Word merges adjacent tables unless a paragraph separates them.
    paragraph(table.rows.length === 0 ? 'No rows' : '', 'Note'),
  ]
}
