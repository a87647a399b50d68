import { type Expression, sql } from 'kysely'
import type { Clock } from './clock.ts'
import { databaseNow } from './sql-forms.ts'

/** Makes the SQL of the current time for leases, in microseconds. */
export type LeaseNow = () => Expression<number>

/**
 * The clock of the database, which all processes share, unless a test gives one. Clocks of machines differ: a
 * process whose clock is ahead would take claims that other processes work on. The statement reads the clock,
 * so that a lease starts after the wait for other writers.
 */
export function leaseNowOf(clock: Clock | undefined): LeaseNow {
  return clock === undefined ? () => databaseNow : () => sql<number>`cast(${clock()} as bigint)`
}

/** The time `micros` microseconds after `now`. */
export function leaseEnd(now: Expression<number>, micros: number): Expression<number> {
  return sql<number>`${now} + ${sql.lit(micros)}`
}
