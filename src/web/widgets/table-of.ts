import { fieldText, nameText } from '../../charts/name-text.ts'
import { exactNumber, shareText } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import { momentText } from '../../charts/time-text.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { withEllipsis } from '../../schema/text/truncate-text.ts'
import { widgetTexts } from '../texts/dashboards/widgets.ts'
import { maxRows } from './contents/max-rows.ts'

/** Results as texts of a table. */
export interface ResultTable {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  /** Number of rows that are left out. */
  moreCount: number
}

const maxCellLength = 300

/**
 * The results of a query as a table: values with their counts if there is a ranking, else one row for each
 * period or object. It reads members by name, so it works for every type.
 */
export function tableOf(
  results: unknown,
  params: Readonly<Record<string, unknown>>,
  zone: string,
): ResultTable {
  const totals = isObject(results) && isObject(results.totals) ? results.totals : {}
  if (Array.isArray(totals.values))
    return rankingTable(totals.values, Number(totals.count), String(params.field ?? 'host'), zone)
  if (isObject(results) && isObject(results.events) && Array.isArray(results.events.objects))
    return recordTable(results.events.objects, eventNames, zone)
  if (isObject(results) && Array.isArray(results.details))
    return recordTable(results.details, undefined, zone)
  if (Array.isArray(results)) return recordTable(results, undefined, zone)
  return recordTable([totals], undefined, zone)
}

/** Columns of a table of events. */
const eventNames = ['last_occurrence', 'severity', 'host', 'program', 'message', 'counter']

/** Values with their counts, and when each was last seen or its share of all occurrences (`total`). */
function rankingTable(values: readonly unknown[], total: number, field: string, zone: string): ResultTable {
  const rows = values.filter(isObject)
  const hasTime = rows.some(row => typeof row.last_seen === 'number')
  return bounded(
    [fieldText(field), widgetTexts.count, hasTime ? widgetTexts.lastSeen : widgetTexts.share],
    rows.map(row => [
      withEllipsis(nameText(field, String(row.name)), maxCellLength),
      exactNumber(Number(row.count)),
      hasTime
        ? momentText(Number(row.last_seen), zone)
        : shareText(total > 0 ? Number(row.count) / total : 0),
    ]),
  )
}

/** A row for each record. Without `columnNames`, the columns are the plain members of the first record. */
function recordTable(
  records: readonly unknown[],
  columnNames: readonly string[] | undefined,
  zone: string,
): ResultTable {
  const rows = records.filter(isObject)
  const [first = {}] = rows
  const names =
    columnNames ??
    Object.keys(first).filter(
      name => !isObject(first[name]) && !Array.isArray(first[name]) && name !== 'ts_to',
    )
  return bounded(
    names.map(name => (name === 'ts_from' ? widgetTexts.from : fieldText(name))),
    rows.map(row => names.map(name => cellText(name, row[name], zone))),
  )
}

/** A value as text: moments, codes and numbers by the name of their member. */
function cellText(name: string, value: unknown, zone: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') {
    // Names of moments, such as `ts_from`, `created_at` or `last_occurrence`.
    if (/(^ts_|_at$|_since$|_occurrence$|^due$)/.test(name)) return momentText(value, zone)
    if (name === 'severity' || name === 'facility') return nameText(name, value)
    return exactNumber(value)
  }
  return withEllipsis(printable(String(value)), maxCellLength)
}

/** A table of at most `maxRows` rows. */
function bounded(columns: readonly string[], rows: readonly (readonly string[])[]): ResultTable {
  return { columns, rows: rows.slice(0, maxRows), moreCount: Math.max(0, rows.length - maxRows) }
}
