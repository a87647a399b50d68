import { isObject, type JsonObject } from '../../schema/text/json-object.ts'
import { parseJson } from '../api/http/request.ts'

/** The start of a report's file as a table, for its preview. */
export interface FileTable {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** Whether a table has all rows of its file. `isWhole`: the text it was read from is the whole file. */
export function hasAllRows({ rows }: FileTable, isWhole: boolean, maxRows: number): boolean {
  return isWhole && rows.length < maxRows
}

/** A cell such as `fw-1` or `"a ""b"", c"`, and the separator that ends it; '' is the end of the text. */
const csvCell = /("(?:[^"]|"")*"?|[^,\r\n]*)(,|\r?\n|\r|$)/gy

/**
 * The first rows of CSV (RFC 4180). `isWhole` is false for a text that was cut: its last row is left out.
 */
export function parseCsvTable(text: string, isWhole: boolean, maxRows: number): FileTable {
  const records: string[][] = []
  let record: string[] = []
  for (const [matched, cell = '', end] of text.replace(/^\uFEFF/, '').matchAll(csvCell)) {
    // The text ends after a line break: there is no further record.
    if (matched === '' && record.length === 0) break
    record.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end === ',') continue
    // In a text that was cut, the last record may be incomplete.
    if (end !== '' || isWhole) records.push(record)
    // One more than the rows: the first record has the names of the columns.
    if (end === '' || records.length > maxRows) break
    record = []
  }
  const [columns = [], ...rows] = records
  return { columns, rows: rows.slice(0, maxRows) }
}

/**
 * The first rows of the list of objects in a JSON file; undefined if it has no such list. In a text that was
 * cut (`isWhole` false), only the list of a Search is found.
 */
export function parseJsonTable(text: string, isWhole: boolean, maxRows: number): FileTable | undefined {
  const objects = isWhole ? objectsIn(parseJson(text), 0) : objectsAtStart(text, maxRows)
  if (objects === undefined || objects.length === 0) return undefined
  const shownObjects = objects.slice(0, maxRows)
  const columns = [...new Set(shownObjects.flatMap(object => Object.keys(object)))]
  return { columns, rows: shownObjects.map(object => columns.map(column => cellText(object[column]))) }
}

/** Depth to which lists are searched. The list `results.totals.values` is at depth 3. */
const maxDepth = 4

/** The first list, down to `maxDepth`, whose items are all objects. */
function objectsIn(value: unknown, depth: number): JsonObject[] | undefined {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return undefined
  if (Array.isArray(value)) {
    const objects = value.filter(isObject)
    return objects.length > 0 && objects.length === value.length ? objects : undefined
  }
  for (const member of Object.values(value)) {
    const found = objectsIn(member, depth + 1)
    if (found) return found
  }
  return undefined
}

const listStart = '"objects":['

/** The first complete objects of the list `objects` in the file of a Search, which may be cut. */
function objectsAtStart(text: string, maxRows: number): JsonObject[] | undefined {
  const list = text.indexOf(listStart)
  if (list < 0) return undefined
  const objects: JsonObject[] = []
  let start = list + listStart.length
  while (objects.length < maxRows && text[start] === '{') {
    const end = endOfObject(text, start)
    const object = end === undefined ? undefined : parseJson(text.slice(start, end))
    if (end === undefined || !isObject(object)) break
    objects.push(object)
    start = end + 1
  }
  return objects
}

/** The offset after the brace that closes the one at `start`; undefined if the text ends earlier. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0
  for (const { 0: token, index } of text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"?|[{}]/gs)) {
    if (token === '{') depth += 1
    else if (token === '}') depth -= 1
    if (depth === 0) return start + index + 1
  }
  return undefined
}

function cellText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
