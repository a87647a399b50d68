import { type Expression, type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { readInParts } from './page-bytes.ts'

/** The part of a sorted list to read. */
export interface ListOptions<Field extends string> {
  offset: number
  limit: number
  /** Ties are sorted by id, in the direction of the last key. When absent or empty: by id, newest first. */
  order?: readonly { field: Field; descending: boolean }[]
  /** Ends the reading of a large page, with its reason. */
  signal?: AbortSignal
}

/** One page of a list, and the length of the whole list. */
export interface ListResult<Item> {
  objects: Item[]
  itemCount: number
}

/** How a list is sorted in SQL. */
export interface SortColumns<Field extends string> {
  /** Name or alias of the table that has the id and the fields. */
  table: string
  /** Sort keys of fields that are not sorted by the column of their name. */
  keys?: Partial<Record<Field, Expression<unknown>>>
}

/** Sorts rows as a client asked, with ties by id. */
export function sortRows<Schema, Table extends keyof Schema, Row, Field extends string>(
  rows: SelectQueryBuilder<Schema, Table, Row>,
  order: ListOptions<Field>['order'] = [],
  { table, keys = {} }: SortColumns<Field>,
): SelectQueryBuilder<Schema, Table, Row> {
  let sorted = rows
  for (const { field, descending } of order)
    sorted = sorted.orderBy(keys[field] ?? sql.ref(`${table}.${field}`), descending ? 'desc' : 'asc')
  const isIdDescending = order.at(-1)?.descending ?? true
  return sorted.orderBy(sql.ref(`${table}.id`), isIdDescending ? 'desc' : 'asc')
}

/** Reads the rows of one page. */
export function selectPage<Schema, Table extends keyof Schema, Row, Field extends string>(
  rows: SelectQueryBuilder<Schema, Table, Row>,
  { offset, limit, order }: ListOptions<Field>,
  columns: SortColumns<Field>,
): Promise<Row[]> {
  return sortRows(rows, order, columns).offset(offset).limit(limit).execute()
}

/**
 * Reads one page and its `itemCount`: first the ids of the page, then its rows in parts (readInParts).
 * `rows`: the whole list, with the columns and joins of its objects. `counted`: the same list without joins
 * that only the objects need, to count it. `present` returns one object for each row. Throws
 * answer_too_large.
 */
export async function readList<
  Schema,
  Table extends keyof Schema,
  Row extends { id: number },
  Counted extends keyof Tables,
  Field extends string,
  Item extends object,
>(
  rows: SelectQueryBuilder<Schema, Table, Row>,
  counted: SelectQueryBuilder<Tables, Counted, object>,
  options: ListOptions<Field>,
  columns: SortColumns<Field>,
  present: (rows: Row[]) => Item[] | Promise<Item[]>,
): Promise<ListResult<Item>> {
  const id = sql<number>`${sql.ref(`${columns.table}.id`)}`
  const idRows = rows.clearSelect().select(id.as('id')).$castTo<{ id: number }>()
  const ids = (await selectPage(idRows, options, columns)).map(row => row.id)
  const objects = await readInParts(
    ids,
    async part => {
      const found = new Map((await rows.where(id, 'in', part).execute()).map(row => [row.id, row]))
      return present(part.flatMap(rowId => found.get(rowId) ?? []))
    },
    options.signal,
  )
  return { objects, itemCount: await countRows(counted) }
}

export async function countRows<Table extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const counted = rows.select(sql<number>`count(*)`.as('count')).$castTo<{ count: number }>()
  return (await counted.executeTakeFirstOrThrow()).count
}

/** A sort key of a column in which null counts as `value`: SQLite sorts null first, PostgreSQL last. */
export function nullAs(column: string, value: number): Expression<number> {
  return sql<number>`coalesce(${sql.ref(column)}, ${sql.lit(value)})`
}

/** A sort key of a column of words, in the order of the list. */
export function rankIn(column: string, words: readonly string[]): Expression<number> {
  const cases = words.map((word, rank) => sql`when ${sql.lit(word)} then ${sql.lit(rank)}`)
  return sql<number>`case ${sql.ref(column)} ${sql.join(cases, sql` `)} else ${sql.lit(words.length)} end`
}
