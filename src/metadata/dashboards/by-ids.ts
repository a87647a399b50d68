import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from '../database/tables.ts'

interface Statement<Row> extends Compilable<Row> {
  execute(): Promise<Row[]>
}

/**
 * Returns a function that runs a SELECT by ids. `build` puts the ids into one `in` and no other value into
 * the statement. The statement for one id is compiled once: it runs thousands of times a second, and
 * compiling takes as long as running.
 */
export function selectByIds<Row>(build: (db: Database, ids: number[]) => Statement<Row>) {
  let forOne: CompiledQuery<Row> | undefined
  return async (db: Database, ids: readonly number[]): Promise<Row[]> => {
    if (ids.length !== 1) return build(db, [...ids]).execute()
    forOne ??= build(db, [0]).compile()
    const { rows } = await db.executeQuery<Row>({ ...forOne, parameters: ids })
    return rows
  }
}
