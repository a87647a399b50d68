import { noteType } from '../../schema/dashboards/note.ts'
import type { Cell, CellKind, ReportDocument, Section } from '../document/document.ts'
import { type SheetCell, sheetCell } from './cell.ts'
import { sheetStart } from './cell-ref.ts'
import type { SerialTime } from './serial-time.ts'
import type { Sheet } from './sheet.ts'
import type { StyleName } from './styles.ts'
import { cutNotice, type TableOutcome } from './table-writer.ts'

/** A section whose tables are written. */
export interface WrittenSection {
  section: Section
  /** Name of its first sheet; undefined if it has none. */
  sheet: string | undefined
  tables: readonly TableOutcome[]
}

/** Column widths of the first sheet, in characters. */
export const frontWidths = {
  query: [28, 60, 14],
  dashboard: [32, 26, 20, 20, 36, 10, 30],
} as const

/** The first sheet of a query: its type, range and filter, its origin, figures, and links to the tables. */
export async function writeSummary(
  document: ReportDocument,
  { section, tables }: WrittenSection,
  sheet: Sheet,
  serial: SerialTime,
): Promise<void> {
  await sheet.writeRow([{ value: document.title, style: 'title' }])
  if (section.title !== document.title) await sheet.writeRow([{ value: section.title, style: 'label' }])
  sheet.row += 1
  // A section without a type has failed, so its filter is unknown.
  await writeFacts(sheet, serial, [
    ['Query type', 'text', section.type ?? null],
    ['From', 'time', section.range?.from ?? null],
    ['Until', 'time', section.range?.to ?? null],
    ['Filter', 'text', section.filter || (section.type === undefined ? null : 'none')],
    ...origin(document),
  ])
  for (const caveat of section.caveats) await sheet.writeRow([{ value: caveat, style: 'notice' }])
  if (section.failure) await sheet.writeRow([{ value: failureNotice(section.failure), style: 'notice' }])
  if (section.figures.length > 0) {
    await writeHeading(sheet, ['Figures', null])
    const figures = section.figures.map(({ title, kind, value }): Fact => [title, kind, value])
    await writeFacts(sheet, serial, figures)
  }
  if (tables.length > 0) await writeHeading(sheet, ['Tables', 'Rows'])
  for (const { table, sheet: name, rows } of tables) {
    sheet.addLink(0, sheetStart(name))
    const cut = cutNotice(table.count, rows)
    const cells: SheetCell[] = [
      { value: table.title, style: 'link' },
      { value: rows, style: 'integerFact' },
    ]
    await sheet.writeRow(cut === undefined ? cells : [...cells, { value: cut, style: 'notice' }])
  }
}

/** The first sheet of a dashboard: links to its widgets, their figures, and the texts of its notes. */
export async function writeOverview(
  document: ReportDocument,
  written: readonly WrittenSection[],
  sheet: Sheet,
  serial: SerialTime,
): Promise<void> {
  await sheet.writeRow([{ value: document.title, style: 'title' }])
  sheet.row += 1
  await writeFacts(sheet, serial, origin(document))
  await writeHeading(sheet, ['Widgets', 'Type', 'From', 'Until', 'Filter', 'Rows', null])
  for (const { section, sheet: name, tables } of written) {
    if (name !== undefined) sheet.addLink(0, sheetStart(name))
    const cut = tables.map(({ table, rows }) => cutNotice(table.count, rows)).find(text => text !== undefined)
    const notes = [...section.caveats, ...(cut === undefined ? [] : [cut])].join(' ')
    const note = section.failure ? failureNotice(section.failure) : (section.note ?? notes)
    const cell = (kind: CellKind, value: Cell) => fact(kind, value, serial)
    await sheet.writeRow([
      { value: section.title || 'Untitled', style: name === undefined ? 'textFact' : 'link' },
      cell('text', section.type ?? (section.note === undefined ? null : noteType)),
      cell('time', section.range?.from ?? null),
      cell('time', section.range?.to ?? null),
      cell('text', section.filter),
      cell('integer', tables[0]?.rows ?? null),
      { value: note || null, style: 'notice' },
    ])
  }
  const figures = written.flatMap(({ section }) => section.figures.map(figure => ({ section, figure })))
  if (figures.length === 0) return
  await writeHeading(sheet, ['Figures', null, 'Value'])
  for (const { section, figure } of figures) {
    const { title, kind, value } = figure
    const titles = [section.title, title].map(text => fact('text', text, serial))
    await sheet.writeRow([...titles, fact(kind, value, serial)])
  }
}

/** Says why a section has no tables. */
export function failureNotice({ detail }: NonNullable<Section['failure']>): string {
  return `There is no answer: ${detail}`
}

/** A row of the front sheet: a label and its value. */
type Fact = readonly [label: string, kind: CellKind, value: Cell]

/** When and where the document was made. */
function origin({ timezone, generatedAt, host }: ReportDocument): Fact[] {
  return [
    ['Time zone', 'text', timezone],
    ['Generated', 'time', Math.floor(generatedAt)],
    ['Host', 'text', host],
  ]
}

async function writeFacts(sheet: Sheet, serial: SerialTime, facts: readonly Fact[]): Promise<void> {
  for (const [label, kind, value] of facts) {
    if (value === null) continue
    await sheet.writeRow([{ value: label, style: 'label' }, fact(kind, value, serial)])
  }
}

/** Styles of facts, which are left-aligned, by the style of the same cell in a table. */
const factStyles: Partial<Record<StyleName, StyleName>> = {
  text: 'textFact',
  quotedText: 'textFact',
  integer: 'integerFact',
  number: 'numberFact',
  percent: 'percentFact',
  bytes: 'bytesFact',
  moment: 'momentFact',
  momentMillis: 'momentFact',
}

/** The cell of a fact's value. */
function fact(kind: CellKind, value: Cell, serial: SerialTime): SheetCell {
  const cell = sheetCell(kind, value, serial)
  return { value: cell.value, style: factStyles[cell.style] ?? cell.style }
}

async function writeHeading(sheet: Sheet, titles: readonly (string | null)[]): Promise<void> {
  sheet.row += 1
  await sheet.writeRow(titles.map(value => ({ value, style: 'heading' })))
}
