import type { Cell, CellKind } from '../document/document.ts'
import { absoluteRef } from './cell-ref.ts'
import type { ChartPlan } from './chart-plan.ts'
import type { SerialTime } from './serial-time.ts'
import { formatCodes } from './styles.ts'
import { xmlAttribute, xmlText } from './xml-text.ts'

/** The sheet of a table and the row of its header, from 1. The table starts in the first column. */
export interface TablePlace {
  sheet: string
  header: number
}

/** The cat element: names or times, as a reference and a copy of the values. */
export function categoryXml(plan: ChartPlan, place: TablePlace, serial: SerialTime, timeFormat: string) {
  const cells = plan.rows.map(row => row[plan.category] ?? null)
  const ref = valuesRef(plan, place, plan.category)
  if (plan.table.columns[plan.category]?.kind === 'time') {
    const days = cells.map(cell => (typeof cell === 'number' ? (serial(cell) ?? null) : null))
    return `<c:cat><c:numRef><c:f>${ref}</c:f><c:numCache>${format(timeFormat)}${points(days)}</c:numCache></c:numRef></c:cat>`
  }
  return `<c:cat><c:strRef><c:f>${ref}</c:f><c:strCache>${points(cells)}</c:strCache></c:strRef></c:cat>`
}

/** The val element of one series. */
export function valueXml(plan: ChartPlan, place: TablePlace, column: number): string {
  const kind = plan.table.columns[column]?.kind ?? 'number'
  // A cell of a percentage holds a fraction: 0.5 for 50 %.
  const values = plan.rows.map(row => {
    const cell = row[column] ?? null
    return kind === 'percent' && typeof cell === 'number' ? cell / 100 : cell
  })
  const ref = valuesRef(plan, place, column)
  return `<c:val><c:numRef><c:f>${ref}</c:f><c:numCache>${format(numberFormat(kind))}${points(values)}</c:numCache></c:numRef></c:val>`
}

/** The tx element of one series: its column's header. */
export function nameXml(plan: ChartPlan, place: TablePlace, column: number): string {
  const ref = columnRef(place, column, place.header, place.header)
  const name = plan.table.columns[column]?.title ?? ''
  return `<c:tx><c:strRef><c:f>${ref}</c:f><c:strCache>${points([name])}</c:strCache></c:strRef></c:tx>`
}

/** The number format of an axis or a label. */
export function numberFormat(kind: CellKind): string {
  return kind === 'integer' || kind === 'percent' || kind === 'bytes' ? formatCodes[kind] : 'General'
}

function valuesRef(plan: ChartPlan, place: TablePlace, column: number): string {
  return columnRef(place, column, place.header + 1, place.header + plan.rows.length)
}

function columnRef({ sheet }: TablePlace, column: number, top: number, bottom: number): string {
  return xmlText(absoluteRef(sheet, { left: column, right: column, top, bottom }))
}

function format(code: string): string {
  return `<c:formatCode>${xmlText(code)}</c:formatCode>`
}

/** Copies of values, which programs show without reading the cells. */
function points(values: readonly Cell[]): string {
  const present = values.map((value, index) =>
    value === null ? '' : `<c:pt idx="${index}"><c:v>${xmlText(String(value))}</c:v></c:pt>`,
  )
  return `<c:ptCount val="${values.length}"/>${present.join('')}`
}

/** The attributes of an element with a number format. */
export function formatAttribute(code: string): string {
  return `formatCode="${xmlAttribute(code)}" sourceLinked="0"`
}
