import { fieldText, nameText } from '../../charts/name-text.ts'
import { exactNumber, shareText } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import { momentText } from '../../charts/time-text.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { withEllipsis } from '../../schema/text/truncate-text.ts'
import { widgetTexts } from '../texts/dashboards/widgets.ts'
import { maxRows } from './contents/max-rows.ts'

/** The results of a widget as a table of texts, which the widget shows in place of its chart on request. */
export interface ResultTable {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  /** Number of rows beyond `maxRows`, which are left out. */
  moreCount: number
}

const maxCellLength = 300

/**
 * The results of a query as a table: values with their counts if there is a ranking, else one row for each
 * period or object. `isByPeriod`: a row for each period of a TopN, with the counts of its values. It reads
 * members by name, so it works for every query type.
 */
export function tableOf(
  results: unknown,
  params: Readonly<Record<string, unknown>>,
  zone: string,
  isByPeriod = false,
): ResultTable {
  if (isByPeriod && isObject(results) && isObject(results.totals) && Array.isArray(results.details))
    return periodTable(results.totals, results.details, String(params.field ?? 'host'), zone)
  const totals = isObject(results) && isObject(results.totals) ? results.totals : {}
  if (Array.isArray(totals.values))
    return rankingTable(totals.values, Number(totals.count), String(params.field ?? 'host'), zone)
  if (isObject(results) && isObject(results.events) && Array.isArray(results.events.objects))
    return recordTable(results.events.objects, eventColumnNames, zone)
  if (isObject(results) && Array.isArray(results.details))
    return recordTable(results.details, undefined, zone)
  if (Array.isArray(results)) return recordTable(results, undefined, zone)
  return recordTable([totals], undefined, zone)
}

/** Maximum columns of a table by period. */
const maxValueColumns = 100

/** A row for each period, with a column for each value. */
function periodTable(
  { values }: Readonly<Record<string, unknown>>,
  details: readonly unknown[],
  field: string,
  zone: string,
): ResultTable {
  const named = (Array.isArray(values) ? values : []).filter(isObject).slice(0, maxValueColumns)
  return bounded(
    [
      widgetTexts.from,
      ...named.map(({ name }) => withEllipsis(nameText(field, String(name)), maxCellLength)),
    ],
    details.filter(isObject).map(({ ts_from, total_values: counts }) => {
      // total_values has the order of totals.values.
      const list: readonly unknown[] = Array.isArray(counts) ? counts : []
      const cells = named.map((_, index) => {
        const value = list[index]
        return exactNumber(isObject(value) ? Number(value.count) : 0)
      })
      return [momentText(Number(ts_from), zone), ...cells]
    }),
  )
}

/** Members of an event that are the columns of a table of events. */
const eventColumnNames = ['last_occurrence', 'severity', 'host', 'program', 'message', 'counter']

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

/**
 * A row for each record. Without `columnNames`, the columns are the members of the first record that are not
 * objects or lists. The end of a period has no column: it is the start of the next one.
 */
function recordTable(
  records: readonly unknown[],
  columnNames: readonly string[] | undefined,
  zone: string,
): ResultTable {
  const rows = records.filter(isObject)
  const [first = {}] = rows
  const isPlain = (name: string) => !isObject(first[name]) && !Array.isArray(first[name])
  const names = columnNames ?? Object.keys(first).filter(name => isPlain(name) && name !== 'ts_to')
  return bounded(
    names.map(name => (name === 'ts_from' ? widgetTexts.from : fieldText(name))),
    rows.map(row => names.map(name => cellText(name, row[name], zone))),
  )
}

/** A value as text: moments, codes and numbers by the name of their member. */
function cellText(name: string, value: unknown, zone: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') {
    // Members that are moments, such as `ts_from`, `created_at`, `last_occurrence` or the `due` of a task.
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
