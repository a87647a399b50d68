import { isObject } from '../../schema/json-object.ts'
/** The beginning of a file as a table: names of columns, and texts. */
export interface FileTable {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** The first rows of CSV (RFC 4180). `isWhole` false: the text was cut, so that its last row may be half. */
export function parseCsvTable(text: string, isWhole: boolean, maxRows: number): FileTable {
  const records: string[][] = []
  let record: string[] = []
  let at = text.startsWith('\uFEFF') ? 1 : 0
  while (at < text.length && records.length <= maxRows) {
    const [value, end] = text[at] === '"' ? readQuotedCell(text, at) : readPlainCell(text, at)
    record.push(value)
    at = end
    if (text[at] === ',') {
      at += 1
      if (at < text.length) continue
      record.push('')
    }
    const ended = at < text.length
    if (text[at] === '\r') at += 1
    if (text[at] === '\n') at += 1
    if (ended || isWhole) records.push(record)
    record = []
  }
  const [columns = [], ...rows] = records
  return { columns, rows: rows.slice(0, maxRows) }
}

function readQuotedCell(text: string, start: number): [value: string, end: number] {
  let at = start + 1
  while (at < text.length) {
    if (text[at] !== '"') at += 1
    else if (text[at + 1] === '"') at += 2
    else break
  }
  return [text.slice(start + 1, at).replaceAll('""', '"'), at + 1]
}

function readPlainCell(text: string, start: number): [value: string, end: number] {
  let at = start
  while (at < text.length && !',\r\n'.includes(text[at] ?? '')) at += 1
  return [text.slice(start, at), at]
}

/**
 * The first rows of a JSON file: of its list of objects, wherever that is. A Search's file may be cut: its objects are read one by
 * one. undefined where there is no list.
 */
export function parseJsonTable(text: string, isWhole: boolean, maxRows: number): FileTable | undefined {
  const objects = isWhole ? objectsIn(parseJson(text), 0) : objectsAtStart(text, maxRows)
  if (objects === undefined || objects.length === 0) return undefined
  const shown = objects.slice(0, maxRows)
  const columns = [...new Set(shown.flatMap(object => Object.keys(object)))]
  return { columns, rows: shown.map(object => columns.map(column => cellText(object[column]))) }
}

type Members = Record<string, unknown>

/** How deep lists are looked for: results.totals.values. */
const maxDepth = 4

function objectsIn(value: unknown, depth: number): Members[] | undefined {
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

function objectsAtStart(text: string, maxRows: number): Members[] | undefined {
  const list = text.indexOf(listStart)
  if (list < 0) return undefined
  const objects: Members[] = []
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

/** Past the brace that closes the one at `start`; undefined when the text ends before. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = endOfString(text, at)
    else if (character === '{') depth += 1
    else if (character === '}') depth -= 1
    if (depth === 0) return at + 1
  }
  return undefined
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function cellText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
