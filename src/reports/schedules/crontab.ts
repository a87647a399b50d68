import { Cron as Croner } from 'croner'
import { type CronFault, cronPattern, cronRules, readCron } from '../../schema/reports/crontab.ts'
import type { Cron } from '../../schema/reports/report.ts'

/**
 * The runs of a recurring schedule. `after` returns the first run after a moment (Unix seconds); undefined:
 * there is none.
 */
export interface Recurrence {
  after(moment: number): number | undefined
}

/** Reads a crontab in a zone (IANA name). */
export function readCrontab(cron: Cron, timezone: string): Recurrence | { faults: CronFault[] } {
  const read = readCron(cron)
  if ('faults' in read) return read
  const job = new Croner(cronPattern(read), { ...cronRules, timezone })
  const after = (moment: number) => {
    const next = job.nextRun(new Date(Math.floor(moment) * 1000))
    return next === null ? undefined : next.getTime() / 1000
  }
  return { after }
}
