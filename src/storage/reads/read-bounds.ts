import type { ShardClient, SqlClient } from '../clients/sql-client.ts'
import type { Read, ReadBounds } from '../contract/event-store.ts'
import { eventsTable } from '../sql/tables.ts'
import { ofTable } from './partitions.ts'

/** A text literal of SQL, such as 'it\'s': names in it are not columns. */
const textLiteral = /'(?:[^'\\]|\\.|'')*'/gs
/** Names of columns and other words: columns have names of lower-case letters, such as `severity`. */
const nameInSql = /[a-z]+/g

/**
 * Upper bounds of the rows and bytes of events that these statements read: the rows that the order and the
 * indexes of the table leave, and the uncompressed bytes of the columns that the statements name, estimated
 * from the average row. A statement that finds enough ends sooner.
 */
export async function readBoundsOf(
  { shards }: Pick<SqlClient, 'shards'>,
  statements: readonly string[],
  read: Read,
): Promise<ReadBounds> {
  const bounds = await Promise.all(shards.map(shard => readBoundsOfShard(shard, statements, read)))
  return {
    rows: bounds.reduce((sum, { rows }) => sum + rows, 0),
    bytes: bounds.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

async function readBoundsOfShard(
  shard: ShardClient,
  statements: readonly string[],
  read: Read,
): Promise<ReadBounds> {
  if (statements.length === 0) return { rows: 0, bytes: 0 }
  const widths = await widthsOf(shard, read)
  let [rows, bytes] = [0, 0]
  for (const statement of statements) {
    const rowsRead = await rowsOf(shard, statement, read)
    rows += rowsRead
    if (rowsRead > 0) bytes += rowsRead * widthOf(statement, widths)
  }
  return { rows, bytes: Math.round(bytes) }
}

/** The rows that a statement reads at most in a shard, by the engine's plan. */
async function rowsOf(shard: ShardClient, statement: string, read: Read): Promise<number> {
  // On a cluster, the table of a shard has another name than the table of the store.
  const own = shard.own(eventsTable)
  const estimates = await shard.select(`EXPLAIN ESTIMATE ${withTable(statement, own)}`, read)
  let sum = 0
  for (const [database, table, _parts, rows] of estimates)
    if (`${database}.${table}` === own) sum += Number(rows)
  return sum
}

/** The statement with another table of events; text literals are left unchanged. */
function withTable(statement: string, table: string): string {
  if (table === eventsTable) return statement
  const literals = statement.match(textLiteral) ?? []
  return statement
    .split(textLiteral)
    .map((sql, i) => sql.replaceAll(eventsTable, table) + (literals[i] ?? ''))
    .join('')
}

/** Bytes of a row: by column (known only for large parts), and of all columns. */
interface Widths {
  columns: ReadonlyMap<string, number>
  all: number
}

/** The mean widths of the events of a shard. */
async function widthsOf(shard: ShardClient, read: Read): Promise<Widths> {
  const isOurs = ofTable(shard, eventsTable)
  const [sizes, columns] = await Promise.all([
    shard.select(
      `SELECT sumIf(rows, part_type = 'Wide'), sum(data_uncompressed_bytes) / sum(rows) FROM system.parts WHERE active AND ${isOurs}`,
      read,
    ),
    shard.select(`SELECT name, data_uncompressed_bytes FROM system.columns WHERE ${isOurs}`, read),
  ])
  const [rows = 0, all = 0] = (sizes[0] ?? []).map(Number)
  const known = rows > 0 ? columns : []
  return { columns: new Map(known.map(([name, bytes]) => [String(name), Number(bytes) / rows])), all }
}

/**
 * Bytes of a row in the columns that a statement names; of all columns if the widths of columns are not
 * known.
 */
function widthOf(statement: string, { columns, all }: Widths): number {
  if (columns.size === 0) return all
  const named = new Set(statement.replaceAll(textLiteral, "''").match(nameInSql))
  return [...named].reduce((width, name) => width + (columns.get(name) ?? 0), 0)
}
