import pg from 'pg'
import { writersLock } from '../../src/metadata/postgres/driver.ts'

/** Settings of a PostgreSQL that counts its statements. */
export const countingSettings = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '5000',
  'pg_stat_statements.track_utility': 'off',
}

/** How often a statement ran. Its constants are numbered parameters. */
interface StatementCount {
  text: string
  calls: number
  rows: number
}

/** Counts what a PostgreSQL runs. */
export class StatementCounter {
  readonly #client: pg.Client

  private constructor(client: pg.Client) {
    this.#client = client
  }

  /** `address`: of the database with the metadata, on a server with `countingSettings`. */
  static async open(address: string): Promise<StatementCounter> {
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    await client.query('create extension if not exists pg_stat_statements schema public')
    return new StatementCounter(client)
  }

  async reset(): Promise<void> {
    await this.#client.query('select pg_stat_statements_reset()')
  }

  /** The statements since `reset`, the most frequent first. */
  async read(): Promise<StatementCount[]> {
    const { rows } = await this.#client.query<Record<keyof StatementCount, string>>(
      `select query as text, calls, rows from pg_stat_statements
       where query not like '%pg_stat_statements%' order by calls desc`,
    )
    return rows.map(({ text, calls, rows: count }) => ({ text, calls: Number(calls), rows: Number(count) }))
  }

  async close(): Promise<void> {
    await this.#client.end()
  }
}

/** How many of these calls took the lock of the writers. */
export function locksIn(counts: readonly StatementCount[]): number {
  const isLock = ({ text }: StatementCount) =>
    text.includes('pg_advisory_xact_lock($1)') || text.includes(`pg_advisory_xact_lock(${writersLock})`)
  return callsOf(counts.filter(isLock))
}

export function callsOf(counts: readonly StatementCount[]): number {
  return counts.reduce((sum, { calls }) => sum + calls, 0)
}
