import type { Paragraph, Table } from 'docx'
import type { Section } from '../document.ts'
import { palette } from '../drawing/palette.ts'
import { figureText } from '../print/cell-text.ts'
import { clean } from '../print/clean.ts'
import type { PrintedTable } from '../print/printed-table.ts'
import type { WriteOutcome } from '../writer.ts'
import { sideBySide, wordTable } from './table.ts'
import { paragraph } from './text.ts'

export type Block = Paragraph | Table

/** The content of a document, before it becomes a file. */
export interface Body {
  landscape: boolean
  blocks: Block[]
  written: WriteOutcome
}

const pixelsPerPoint = 96 / 72
const tilesPerRow = 4

/** Numbers as rows of tiles. `room` in points. */
export function figureBlocks({ figures }: Section, room: number, zone: string): Block[] {
  const blocks: Block[] = []
  for (let first = 0; first < figures.length; first += tilesPerRow) {
    const row = figures.slice(first, first + tilesPerRow)
    const tiles = row.map(({ title, value, kind }) => ({
      width: Math.min(room / row.length, 150),
      children: [
        paragraph(clean(title), 'FigureName'),
        paragraph(figureText(value, kind, zone), 'FigureValue'),
      ],
    }))
    blocks.push(sideBySide(tiles, palette.sunken), paragraph('', 'FigureName'))
  }
  return blocks
}

/** The CSS pixels of a chart that takes `room` by `height` points. */
export function chartSize(room: number, height: number): { width: number; height: number } {
  return { width: Math.floor(room * pixelsPerPoint), height: height * pixelsPerPoint }
}

/** A table with its heading and notes. `room` in points. */
export function tableBlocks(table: PrintedTable, room: number): Block[] {
  return [
    paragraph(table.title, 'Heading2'),
    ...table.notes.map(note => paragraph(note, 'Note')),
    wordTable(table, room),
    // Word joins two tables without a paragraph between them.
    paragraph(table.rows.length === 0 ? 'No rows' : '', 'Note'),
  ]
}
