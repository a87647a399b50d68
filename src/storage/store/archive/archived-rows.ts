import { rowColumns } from '../../../schema/event/row.ts'
import { hullOf, type Span } from '../../contract/time-span.ts'
import { list, text } from '../../sql/literal.ts'
import { indexedWords } from '../../sql/long-words.ts'
import { eventsTable } from '../../sql/tables.ts'
import { templateCertaintySql } from '../../sql/template.ts'

/*
 * The SQL of archived rows. Files have the columns of spool files (schema/event/row.ts) and the batch, with
 * tags as a JSON text. docs/archive.md describes them for other tools.
 */

const fileColumns = [...rowColumns, ['batch', 'UInt64']] as const
const structure = list(fileColumns.map(([name, type]) => `${name} ${type}`))
/** Few different texts: the table has them in this type too, and both sides of a UNION must have one type. */
const lowCardinality = new Set(['host', 'program', 'class', 'mnemonic', 'template'])
const readStructure = list(
  fileColumns.map(([name, type]) => `${name} ${lowCardinality.has(name) ? `LowCardinality(${type})` : type}`),
)
const storedTags = 'CAST(tags AS JSON(max_dynamic_paths = 64))'

/** A Parquet file to be written, for INSERT INTO FUNCTION. */
export function fileTarget(path: string): string {
  return `file(${text(path)}, 'Parquet', ${text(structure)})`
}

/** The columns of rows of the table, as files have them. */
export const columnsForFile = list(
  fileColumns.map(([name]) => (name === 'tags' ? 'toString(tags) AS tags' : name)),
)

/** FROM of archived rows with the columns of files. `paths`: of existing files in one folder. */
export function localSource(paths: readonly string[]): string {
  const [first = ''] = paths
  const folder = first.slice(0, first.lastIndexOf('/') + 1)
  return `file(${namesIn(
    folder,
    paths.map(path => path.slice(folder.length)),
  )}, 'Parquet', ${text(readStructure)})`
}

/** As `localSource`, of objects of a bucket. `folder`: the URL that precedes each name. */
export function bucketSource(folder: string, names: readonly string[]): string {
  return `s3(${namesIn(folder, names)}, 'Parquet', ${text(readStructure)})`
}

function namesIn(folder: string, names: readonly string[]): string {
  const [only = ''] = names
  return text(names.length === 1 ? `${folder}${only}` : `${folder}{${names.join(',')}}`)
}

/**
 * Columns of archived rows as the table stores them; the hash of a row over these is equal in both places.
 */
export const rowValuesOfFile = list(
  fileColumns.map(([name]) => (name === 'tags' ? `toString(${storedTags})` : name)),
)

/** The columns of the table that statements of reads use. */
const certaintyColumn = 'told'
const readColumns = list([...fileColumns.map(([name]) => name), 'sec', certaintyColumn])
const readColumnsOfFile = list([
  ...fileColumns.map(([name]) => (name === 'tags' ? `${storedTags} AS tags` : name)),
  "toDateTime(ts, 'UTC') AS sec",
  `${templateCertaintySql} AS ${certaintyColumn}`,
])

/**
 * A table expression with the rows of the table and of archived files. `exceptSql`: condition of rows of the
 * table that are archived; undefined if there are no such rows. `source`: FROM of the files.
 */
export function tableWithFiles(source: string, exceptSql: string | undefined): string {
  const stored = `SELECT ${readColumns} FROM ${eventsTable}${exceptSql === undefined ? '' : ` WHERE NOT (${exceptSql})`}`
  // 26.7 fails to read files with some conditions on the time in PREWHERE (NOT_FOUND_COLUMN_IN_BLOCK).
  const archived = `SELECT ${readColumnsOfFile} FROM ${source} SETTINGS optimize_move_to_prewhere = 0`
  return `(${stored} UNION ALL (${archived})) AS events`
}

/** Which rows a statement reads at one place: of a span, of one event, or any. */
export type RowsRead = { span: Span } | { id: number } | 'any'

/** A text literal of SQL, such as 'it\'s'. */
const textLiteral = /'(?:[^'\\]|\\.|'')*'/gs
const table = eventsTable.replace('.', '\\.')
const second = "toDateTime\\((\\d+), '_*'\\)"
const spanPattern = `sec >= ${second} AND sec < ${second}`
const reference = new RegExp(`\\b${table}\\b`, 'g')
/** The condition after a reference that decides which days it reads, if it comes first. */
const condition = new RegExp(
  `\\s+WHERE\\s+(?:repeat = [01] AND )?(?:${spanPattern}(?= AND |\\)|\\s|$)|id = (\\d+) |sec IN \\(([\\d, ]+)\\)(?= AND )|\\(((?:\\(${spanPattern}\\)(?: OR )?)+)\\))`,
  'y',
)
const spans = new RegExp(spanPattern, 'g')
const wordCall = /\b(hasAllTokens|hasAnyTokens)\(message,/g
/** What the index of words is built over: words are compared with it where there is no index. */
const words = indexedWords('message')

/**
 * The statement with other tables of events: `tableFor` returns the table expression for the rows that the
 * statement reads at a place, undefined for the table itself. Conditions on words then need no index, whose
 * form of words the files do not have.
 */
export function withTables(sql: string, tableFor: (rows: RowsRead) => string | undefined): string {
  // Masked literals have the same length, so that places in both texts are equal.
  const masked = sql.replaceAll(textLiteral, literal => `'${'_'.repeat(literal.length - 2)}'`)
  const edits: { at: number; length: number; by: string }[] = []
  for (const found of masked.matchAll(reference)) {
    const by = tableFor(rowsReadAt(masked, found.index + eventsTable.length))
    if (by !== undefined) edits.push({ at: found.index, length: eventsTable.length, by })
  }
  if (edits.length === 0) return sql
  for (const found of masked.matchAll(wordCall))
    edits.push({ at: found.index, length: found[0].length, by: `${found[1]}(${words},` })
  edits.sort((a, b) => a.at - b.at)
  let out = ''
  let end = 0
  for (const { at, length, by } of edits) {
    out += sql.slice(end, at) + by
    end = at + length
  }
  return out + sql.slice(end)
}

/** What a reference that ends at a place of a statement reads. */
function rowsReadAt(masked: string, end: number): RowsRead {
  condition.lastIndex = afterJoin(masked, end)
  const [, from, to, id, seconds, several] = condition.exec(masked) ?? []
  if (from !== undefined) return { span: { from: Number(from), to: Number(to) } }
  if (id !== undefined) return { id: Number(id) }
  if (seconds !== undefined) {
    const all = seconds.split(',').map(Number)
    return { span: { from: Math.min(...all), to: Math.max(...all) + 1 } }
  }
  if (several === undefined) return 'any'
  return {
    span: hullOf(
      Array.from(several.matchAll(spans), found => ({ from: Number(found[1]), to: Number(found[2]) })),
    ),
  }
}

const join = ' LEFT JOIN ('
const joinEnd = ' AS repeats ON id = event'

/** The place after a join with a subquery (reads/events/events.ts), or the same place without one. */
function afterJoin(masked: string, at: number): number {
  if (!masked.startsWith(join, at)) return at
  let depth = 1
  let end = at + join.length
  for (; depth > 0 && end < masked.length; end++) {
    if (masked[end] === '(') depth++
    else if (masked[end] === ')') depth--
  }
  return masked.startsWith(joinEnd, end) ? end + joinEnd.length : at
}
