import type { Block } from './cell-ref.ts'
import type { TablePlace } from './chart-data.ts'
import type { ChartPlan } from './chart-plan.ts'
import type { PlacedChart } from './drawing-xml.ts'

/** A chart that a sheet shows, and where the table stands that it refers to. */
interface WorkbookChart {
  plan: ChartPlan
  place: TablePlace
  placed: PlacedChart
}

/** A sheet as the rest of the workbook needs to know it. */
export interface WorkbookSheet {
  name: string
  /** N of xl/worksheets/sheetN.xml. */
  number: number
  /** What can be sorted and filtered; its first row is repeated on every printed page. */
  filter: Block | undefined
  charts: WorkbookChart[]
  /** What is printed: texts that run over the last column do not make the paper wider. undefined: all there is. */
  printArea: Block | undefined
}

/** A workbook while it is written: what was promised so far. */
export interface Workbook {
  /** In the order of their tabs. */
  sheets: WorkbookSheet[]
  /** Makes a text a legal name that no sheet has. */
  nameSheet: (wanted: string) => string
}
