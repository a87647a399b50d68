import type { Block } from './cell-ref.ts'
import type { TablePlace } from './chart-data.ts'
import type { ChartPlan } from './chart-plan.ts'
import { type PlacedChart, rowsCovered } from './drawing-xml.ts'
import type { TableOutcome } from './table-writer.ts'

/** A chart on a sheet, and the place of the table to whose cells it refers. */
interface WorkbookChart {
  plan: ChartPlan
  place: TablePlace
  placed: PlacedChart
}

export interface WorkbookSheet {
  name: string
  /** N of xl/worksheets/sheetN.xml. */
  number: number
  /** What can be sorted and filtered; its first row is repeated on every printed page. */
  filter: Block | undefined
  charts: WorkbookChart[]
  /** What is printed; undefined: everything. Texts that run over the last column do not make the page wider. */
  printArea: Block | undefined
}

/** A workbook while it is written. */
export interface Workbook {
  /** In the order of their tabs. */
  sheets: WorkbookSheet[]
  /** Makes a text a legal name that no sheet has. */
  nameSheet: (wanted: string) => string
}

/** Adds an empty sheet behind the others. `name` is from `nameSheet`. */
export function addSheet({ sheets }: Workbook, name: string): WorkbookSheet {
  const number = sheets.length + 1
  const sheet: WorkbookSheet = { name, number, filter: undefined, charts: [], printArea: undefined }
  sheets.push(sheet)
  return sheet
}

/** Places charts of written tables below each other. `at` is the place of the first one, and the size of each. */
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
