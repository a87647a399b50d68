import { eventsTable } from '../sql/columns.ts'
import type { SqlClient } from '../sql-client.ts'
import type { Read, Reading } from '../store.ts'

const [database = '', table = ''] = eventsTable.split('.')
/** Names in text literals mean nothing. */
const textLiteral = /'(?:[^'\\]|\\.|'')*'/gs
const nameInSql = /[a-z]+/g

/**
 * What these statements had to read of events: rows that the order and the indexes of the table leave, and unpacked bytes of the columns
 * that they name. At most: a statement that finds enough ends sooner.
 */
export async function readingOf(
  client: SqlClient,
  statements: readonly string[],
  read: Read,
): Promise<Reading> {
  if (statements.length === 0) return { rows: 0, bytes: 0 }
  const widths = await widthsOf(client, read)
  let [rows, bytes] = [0, 0]
  for (const statement of statements) {
    const looked = await rowsOf(client, statement, read)
    rows += looked
    if (looked > 0) bytes += looked * widthOf(statement, widths)
  }
  return { rows, bytes: Math.round(bytes) }
}

async function rowsOf(client: SqlClient, statement: string, read: Read): Promise<number> {
  const parts = await client.select(`EXPLAIN ESTIMATE ${statement}`, read)
  return parts.reduce((sum, [, of, , rows]) => (of === table ? sum + Number(rows) : sum), 0)
}

/** Bytes of a row: by column (known of large parts alone), and of all columns. */
interface Widths {
  columns: ReadonlyMap<string, number>
  all: number
}

async function widthsOf(client: SqlClient, read: Read): Promise<Widths> {
  const ofTable = `database = '${database}' AND table = '${table}'`
  const [sizes, columns] = await Promise.all([
    client.select(
      `SELECT sumIf(rows, part_type = 'Wide'), sum(data_uncompressed_bytes) / sum(rows) FROM system.parts WHERE active AND ${ofTable}`,
      read,
    ),
    client.select(`SELECT name, data_uncompressed_bytes FROM system.columns WHERE ${ofTable}`, read),
  ])
  const [rows = 0, all = 0] = (sizes[0] ?? []).map(Number)
  const known = rows > 0 ? columns : []
  return { columns: new Map(known.map(([name, bytes]) => [String(name), Number(bytes) / rows])), all }
}

function widthOf(statement: string, { columns, all }: Widths): number {
  if (columns.size === 0) return all
  const named = new Set(statement.replaceAll(textLiteral, "''").match(nameInSql))
  return [...named].reduce((width, name) => width + (columns.get(name) ?? 0), 0)
}
