import type { Block } from './cell-ref.ts'
import type { TablePlace } from './chart-data.ts'
import type { ChartPlan } from './chart-plan.ts'
import { type PlacedChart, rowsCovered } from './drawing-xml.ts'
import type { TableOutcome } from './table-writer.ts'

/** A chart on a sheet, and the place of the table that it refers to. */
interface WorkbookChart {
  plan: ChartPlan
  place: TablePlace
  placed: PlacedChart
}

export interface WorkbookSheet {
  name: string
  /** N of xl/worksheets/sheetN.xml. */
  number: number
  /** The block that can be sorted and filtered. Its first row is repeated on every printed page. */
  filter: Block | undefined
  charts: WorkbookChart[]
  /** The printed block; undefined: everything. Texts beyond the last column do not widen the page. */
  printArea: Block | undefined
}

/** A workbook that is being written. */
export interface Workbook {
  /** In the order of their tabs. */
  sheets: WorkbookSheet[]
  /** Converts a text to a legal sheet name that is not used yet. */
  nameSheet: (wanted: string) => string
}

/** Appends an empty sheet. `name` is from `nameSheet`. */
export function addSheet({ sheets }: Workbook, name: string): WorkbookSheet {
  const number = sheets.length + 1
  const sheet: WorkbookSheet = { name, number, filter: undefined, charts: [], printArea: undefined }
  sheets.push(sheet)
  return sheet
}

/** Places charts of written tables below each other. `at`: place of the first chart, and size of each. */
export function placeCharts(
  sheet: WorkbookSheet,
  plans: readonly ChartPlan[],
  outcomes: readonly TableOutcome[],
  at: Omit<PlacedChart, 'description'>,
): void {
  for (const plan of plans) {
    const place = outcomes.find(({ table }) => table === plan.table)
    if (!place) continue
    const row = at.row + sheet.charts.length * rowsCovered(at.height)
    sheet.charts.push({ plan, place, placed: { ...at, row, description: plan.title } })
  }
}
