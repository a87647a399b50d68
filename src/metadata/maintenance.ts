import { Repeater } from '../async/repeater.ts'
import type { Log } from '../telemetry/log.ts'
import type { AuditLog } from './audit/audit-log.ts'
import type { Revocations } from './changes/revocations.ts'
import type { Clock } from './database/clock.ts'
import type { DatabaseClock } from './database/database-clock.ts'
import type { LastUses } from './sessions/last-uses.ts'
import type { Sessions } from './sessions/sessions.ts'

const intervalMs = 2_000
/** Uses of tokens and sessions are written at most this often. */
const usesIntervalMicros = 10_000_000

interface MaintenanceDeps {
  revocations: Revocations
  sessions: Pick<Sessions, 'endIdle'>
  audit: AuditLog
  uses: readonly LastUses[]
  log: Log
  clock: Clock
  /** Absent: this process uses the metadata alone. */
  databaseClock: Pick<DatabaseClock, 'measure'> | undefined
}

/**
 * Runs maintenance every two seconds. `run`: one more run, at once, for tests. `stop` waits for the current
 * run and writes the remaining uses of tokens and sessions.
 */
export function startMaintenance(deps: MaintenanceDeps): {
  run: () => Promise<void>
  stop: () => Promise<void>
} {
  const { revocations, sessions, audit, uses, log, clock, databaseClock } = deps
  let usesWrittenAt = clock()
  const flush = async () => {
    for (const lastUses of uses) await lastUses.flush()
  }
  const run = async () => {
    await databaseClock?.measure()
    await revocations.revokeExpired()
    await sessions.endIdle()
    await revocations.catchUp()
    await audit.prune()
    if (Math.abs(clock() - usesWrittenAt) < usesIntervalMicros) return
    usesWrittenAt = clock()
    await flush()
  }
  const runs = new Repeater(run, error => log.error({ err: error }, 'maintenance of the metadata failed'))
  runs.start(intervalMs)
  return {
    run,
    async stop() {
      await runs.close()
      await flush()
    },
  }
}
