// Forms of SQL that SQLite and PostgreSQL write differently. `either` chooses by the database.

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { either } from './either.ts'

/** The current time of the database, microseconds. */
export const databaseNow: Expression<number> = either({
  sqlite: sql`cast(unixepoch('subsec') * 1000000 as integer)`,
  postgres: sql`cast(extract(epoch from clock_timestamp()) * 1000000 as bigint)`,
})

/**
 * Ends a select of rows that its statement claims. Locks them, and skips rows that another statement has
 * locked. SQLite has one writer, so there are no such rows.
 */
export const forClaim: Expression<unknown> = either({
  sqlite: sql``,
  postgres: sql`for update skip locked`,
})

/** Whether a text contains another one, case-sensitive. */
export function contains(text: Expression<unknown>, part: string): Expression<SqlBool> {
  return either({
    sqlite: sql`instr(${text}, ${part}) > 0`,
    postgres: sql`strpos(${text}, ${part}) > 0`,
  })
}

/** The later of two moments. */
export function laterOf(one: Expression<unknown> | number, other: Expression<unknown>): Expression<number> {
  return either({ sqlite: sql`max(${one}, ${other})`, postgres: sql`greatest(${one}, ${other})` })
}

/** Whether a column has one of these values. Unlike `in` it takes any number of them. */
export function isOneOf(
  column: Expression<unknown>,
  values: readonly string[] | readonly number[],
): Expression<SqlBool> {
  if (values.length === 0) return sql`1 = 0`
  const type = arrayTypeOf(typeof values[0] === 'number' ? 'bigint' : 'text')
  return either({
    sqlite: sql`${column} in (select value from json_each(${JSON.stringify(values)}))`,
    postgres: sql`${column} = any(${values}::${type})`,
  })
}

/**
 * Whether a column is like any of these patterns (backslash escapes). One `or` per pattern would meet
 * SQLite's limit of 1,000.
 */
export function isLikeOneOf(column: Expression<unknown>, patterns: readonly string[]): Expression<SqlBool> {
  return either({
    sqlite: sql`exists (select 1 from json_each(${JSON.stringify(patterns)}) where ${column} like value escape '\\')`,
    postgres: sql`${column} like any(${patterns}::text[])`,
  })
}

/** Whether a column that holds a JSON list of numbers has this one. */
export function listHas(column: Expression<unknown>, value: number): Expression<SqlBool> {
  return either({
    sqlite: sql`exists (select 1 from json_each(${column}) where json_each.value = ${value})`,
    postgres: sql`exists (select 1 from json_array_elements_text(${column}::json) as listed(value)
      where listed.value::bigint = ${value})`,
  })
}

/**
 * A member of a column that holds a JSON object, as text. PostgreSQL refuses `\u0000` and lone surrogates in
 * JSON, so these escapes are read as U+FFFD. (JSON.stringify escapes no complete pairs.)
 */
export function jsonMember(column: Expression<unknown>, member: string): Expression<string | null> {
  // The escape, after an even number of backslashes: an odd number would escape its own backslash.
  const unreadable = sql.lit(String.raw`(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})`)
  const readable = sql`regexp_replace(${column}, ${unreadable}, ${sql.lit(String.raw`\1\\ufffd`)}, 'g')`
  return either({
    sqlite: sql`json_extract(${column}, ${sql.lit(`$.${member}`)})`,
    postgres: sql`(${readable}::json ->> ${sql.lit(member)})`,
  })
}

/**
 * The join from rows of `rowsOf` to a table, which looks up each row in the table. For SQLite, `cross join`
 * fixes this order: an ordinary join might scan the table first. It is not a product of both: it takes `on`.
 */
export const joinEach: Expression<unknown> = either({ sqlite: sql`cross join`, postgres: sql`join` })

type ColumnType = 'bigint' | 'text'
type RowOf<Columns extends Record<string, ColumnType>> = {
  [Column in keyof Columns]: (Columns[Column] extends 'bigint' ? number : string) | null
}

/** Rows as a table for `from`, with these columns and the position of a row in `ordinal`. Needs an alias. */
export function rowsOf<Columns extends Record<string, ColumnType>>(
  columns: Columns,
  rows: readonly RowOf<Columns>[],
): Expression<unknown> {
  const names = Object.keys(columns)
  // SQLite gets one JSON list of rows, PostgreSQL one array for each column.
  const members = names.map((name, index) => sql`value ->> ${sql.lit(index)} as ${sql.ref(name)}`)
  const values = JSON.stringify(rows.map(row => names.map(name => row[name] ?? null)))
  const arrays = names.map(name => sql`${rows.map(row => row[name] ?? null)}::${arrayTypeOf(columns[name])}`)
  return either({
    sqlite: sql`(select ${sql.join(members)}, json_each.key as ordinal from json_each(${values}))`,
    postgres: sql`(select * from unnest(${sql.join(arrays)})
      with ordinality as given (${sql.join([...names, 'ordinal'].map(name => sql.ref(name)))}))`,
  })
}

function arrayTypeOf(type: ColumnType | undefined): RawBuilder<unknown> {
  return type === 'bigint' ? sql`bigint[]` : sql`text[]`
}
