import {
  BorderStyle,
  type ITableCellOptions,
  type ITableOptions,
  type Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  VerticalAlign,
  WidthType,
} from 'docx'
import { palette } from '../drawing/palette.ts'
import {
  areTooWide,
  type ColumnWish,
  columnWidths,
  longestWord,
  measuredRows,
} from '../print/column-widths.ts'
import type { PrintedTable } from '../print/printed-table.ts'
import { hexColour, paragraph } from './styles.ts'

export const twipsPerPoint = 20
/** Average width of a letter of table text, in points. Only for column widths: Word lays out the text. */
const letterWidth = 4.6
/** Padding of a cell, in twips. */
const padding = { left: 90, right: 90, top: 36, bottom: 36 } as const
/** Points that a cell is wider than its text. */
const inset = 14
/** Maximum measured characters of a cell: longer texts wrap anyway. */
const maxMeasuredCharacters = 300
/** Maximum width that a text column needs, in points. */
const maxMinWidth = 90

/** Estimates the widths of columns from the longest line and the longest word of each. */
function columnWishes({ columns, rows }: PrintedTable): ColumnWish[] {
  return columns.map(({ title, numeric, time }, index): ColumnWish => {
    let longestLetters = longestWord(title, textWidth)
    let wordLetters = longestLetters
    for (const row of rows.slice(0, measuredRows)) {
      for (const line of (row[index] ?? '').slice(0, maxMeasuredCharacters).split('\n')) {
        longestLetters = Math.max(longestLetters, textWidth(line))
        wordLetters = Math.max(wordLetters, longestWord(line, textWidth))
      }
    }
    const natural = longestLetters * letterWidth + inset
    if (numeric || time) return { natural, min: natural }
    return { natural, min: Math.min(natural, wordLetters * letterWidth + inset, maxMinWidth) }
  })
}

/** From this code point on, most characters are East Asian. */
const firstEastAsian = 0x2e80

/** Width in average letters: capitals are wider, East Asian characters twice as wide. */
function textWidth(text: string): number {
  let letters = 0
  for (const character of text) {
    if ((character.codePointAt(0) ?? 0) >= firstEastAsian) letters += 2
    else letters += /[A-Z]/.test(character) ? 1.3 : 1
  }
  return letters
}

/** Whether the columns would be too narrow on a portrait page, which has `maxWidth` points. */
export function wantsLandscape(table: PrintedTable, maxWidth: number): boolean {
  return areTooWide(columnWishes(table), maxWidth)
}

/** Column widths in points; equal widths if there are too many columns. */
function widthsOf(table: PrintedTable, maxWidth: number): number[] {
  const { columns } = table
  return columnWidths(columnWishes(table), maxWidth) ?? columns.map(() => maxWidth / columns.length)
}

/** A table whose cells are truncated to about one line. */
export function oneLineTable(table: PrintedTable, maxWidth: number): Table {
  const letters = widthsOf(table, maxWidth).map(width => (width - inset) / letterWidth + 0.5)
  const rows = table.rows.map(row => row.map((text, column) => cut(text, letters[column] ?? 0)))
  return wordTable({ ...table, rows }, maxWidth)
}

/** Truncates a text to this width in average letters. */
function cut(text: string, letters: number): string {
  let width = 0
  let kept = ''
  for (const character of text) {
    width += textWidth(character)
    if (width > letters) return `${kept.trimEnd()}…`
    kept += character
  }
  return text
}

/** A table whose header repeats on each page, and whose rows stay on one page. `maxWidth` in points. */
export function wordTable(table: PrintedTable, maxWidth: number): Table {
  const { columns, rows } = table
  const widths = widthsOf(table, maxWidth)
  const sizes = widths.map(width => Math.round(width * twipsPerPoint))
  // A single line of right-to-left text is aligned like the rest of its column; several lines are aligned
  // right.
  const edgeOf = (text: string, column: number) => {
    if (columns[column]?.numeric) return 'right'
    const isOneLine = textWidth(text) * letterWidth + inset <= (widths[column] ?? 0) + 1
    return isOneLine ? 'left' : undefined
  }
  const cell = (text: string, column: number, style: string, fill: string | undefined) =>
    tableCell(sizes[column] ?? 0, fill, {
      verticalAlign: style === 'TableHead' ? VerticalAlign.BOTTOM : VerticalAlign.TOP,
      children: [paragraph(text, style, edgeOf(text, column))],
    })
  const header = columns.map(({ title }, column) => cell(title, column, 'TableHead', palette.accentSoft))
  const body = rows.map((row, index) => {
    const fill = index % 2 === 1 ? palette.sunken : undefined
    const children = columns.map((_, column) => cell(row[column] ?? '', column, 'TableText', fill))
    return new TableRow({ cantSplit: true, children })
  })
  return fixedTable(sizes, {
    margins: padding,
    borders: horizontalBorders,
    rows: [new TableRow({ tableHeader: true, cantSplit: true, children: header }), ...body],
  })
}

/** A table with columns of these sizes in twips. */
function fixedTable(sizes: readonly number[], options: ITableOptions): Table {
  return new Table({
    width: { size: sizes.reduce((sum, size) => sum + size, 0), type: WidthType.DXA },
    columnWidths: sizes,
    layout: TableLayoutType.FIXED,
    ...options,
  })
}

/** `size` in twips; `fill` is the background. */
function tableCell(size: number, fill: string | undefined, options: ITableCellOptions): TableCell {
  const shading = fill && { shading: { type: ShadingType.CLEAR, fill: hexColour(fill), color: 'auto' } }
  return new TableCell({ width: { size, type: WidthType.DXA }, ...shading, ...options })
}

const none = { style: BorderStyle.NONE, size: 0, color: 'auto' } as const
const thin = { style: BorderStyle.SINGLE, size: 4, color: hexColour(palette.line) } as const
const horizontalBorders = {
  top: none,
  left: none,
  right: none,
  bottom: thin,
  insideHorizontal: thin,
  insideVertical: none,
}

/** Cells side by side without borders, for figures and panels. Widths in points; `fill` is the background. */
export function sideBySide(
  cells: readonly { width: number; children: readonly (Paragraph | Table)[] }[],
  fill: string | undefined,
): Table {
  const sizes = cells.map(({ width }) => Math.round(width * twipsPerPoint))
  const children = cells.map(({ children }, index) => tableCell(sizes[index] ?? 0, fill, { children }))
  return fixedTable(sizes, {
    margins: { left: 110, right: 110, top: 60, bottom: 60 },
    borders: { ...horizontalBorders, bottom: none, insideHorizontal: none },
    rows: [new TableRow({ cantSplit: true, children })],
  })
}
