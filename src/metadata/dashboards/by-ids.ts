import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from '../tables.ts'

interface Statement<Row> extends Compilable<Row> {
  execute(): Promise<Row[]>
}

/**
 * A SELECT by ids. `build` puts the ids into one `in` and no other value into the statement. The statement for one id is compiled once:
 * it runs thousands of times a second, and compiling takes as long as running.
 */
export class ReadByIds<Row> {
  readonly #build: (db: Database, ids: number[]) => Statement<Row>
  #forOne: CompiledQuery<Row> | undefined

  constructor(build: (db: Database, ids: number[]) => Statement<Row>) {
    this.#build = build
  }

  async rows(db: Database, ids: readonly number[]): Promise<Row[]> {
    if (ids.length !== 1) return this.#build(db, [...ids]).execute()
    this.#forOne ??= this.#build(db, [0]).compile()
    const { rows } = await db.executeQuery<Row>({ ...this.#forOne, parameters: ids })
    return rows
  }
}
