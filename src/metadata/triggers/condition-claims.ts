import { sql } from 'kysely'
import { either } from '../database/either.ts'
import { leaseEnd } from '../database/leases.ts'
import { Repository } from '../repository/repository.ts'

/** An evaluation that takes longer may be made by another node too, with the same result. */
const leaseMicros = 15_000_000

/** Keeps the trigger until the statement ends, if no other transaction is deleting it. */
const keepTrigger = either({ sqlite: sql``, postgres: sql`for key share` })

/**
 * Lets one node at a time evaluate the condition of a trigger. This saves the other nodes questions to the
 * store and transactions: which firings count is decided in the transaction that records them.
 */
export class ConditionClaims extends Repository {
  /** False: another runner evaluates the condition, or the trigger was deleted. */
  async claim(runner: string, triggerId: number): Promise<boolean> {
    const now = this.leaseNow()
    // Without the subselect, SQLite would read `on conflict` as a join condition.
    const { rows } = await sql`insert into condition_claims (trigger_id, runner, lease_until)
      select id, ${runner}, ${leaseEnd(now, leaseMicros)}
        from (select id from triggers where id = ${triggerId} ${keepTrigger}) as kept where true
      on conflict (trigger_id) do update set runner = excluded.runner, lease_until = excluded.lease_until
        where condition_claims.runner = excluded.runner or condition_claims.lease_until < ${now}
      returning trigger_id`.execute(this.beside)
    return rows.length > 0
  }

  /** Ends a claim. Does nothing if another runner has it since. */
  async release(runner: string, triggerId: number): Promise<void> {
    await this.beside
      .updateTable('condition_claims')
      .set({ lease_until: 0 })
      .where('trigger_id', '=', triggerId)
      .where('runner', '=', runner)
      .execute()
  }
}
