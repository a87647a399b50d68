import type { Transaction } from 'kysely'
import { Fault } from '../../schema/fault.ts'
import { insertRow } from '../database/row.ts'
import type { Tables } from '../database/tables.ts'
import { type ReportSpec, specColumns } from './spec.ts'

/** Reports that wait or are rendered: of one owner, and of all. */
export const maxUnfinishedPerOwner = 20
const maxUnfinished = 500

export interface ReportRequest {
  ownerId: number
  spec: ReportSpec
  /** Microseconds. */
  now: number
  scheduleId?: number
  /** The time of the schedule, microseconds; absent: a user requested it. */
  plannedAt?: number
}

/**
 * Inserts a report that waits. Throws conflict when its owner has too many unfinished reports, overloaded
 * when all owners together have.
 */
export async function insertReport(
  transaction: Transaction<Tables>,
  request: ReportRequest,
): Promise<number> {
  const { ownerId, spec, now, scheduleId = null, plannedAt = null } = request
  await refuseTooMany(transaction, ownerId)
  return insertRow(transaction, 'reports', {
    ...specColumns(spec),
    owner_id: ownerId,
    schedule_id: scheduleId,
    planned_at: plannedAt,
    status: 'PENDING',
    progress: 0,
    hosts: '[]',
    attempts: 0,
    created_at: now,
    mail_status: spec.emails.length > 0 ? 'waiting' : null,
    mail_tries: 0,
  })
}

async function refuseTooMany(transaction: Transaction<Tables>, ownerId: number): Promise<void> {
  const { all, own } = await transaction
    .selectFrom('reports')
    .select(eb => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('owner_id', '=', ownerId).as('own'),
    ])
    .where('status', 'in', ['PENDING', 'IN_PROGRESS'])
    .executeTakeFirstOrThrow()
  if (own >= maxUnfinishedPerOwner) {
    throw new Fault('conflict', {
      detail: `A user has at most ${maxUnfinishedPerOwner} reports that are not finished.`,
    })
  }
  if (all >= maxUnfinished) throw new Fault('overloaded', { retryAfter: 60 })
}
