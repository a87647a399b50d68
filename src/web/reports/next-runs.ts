import { Cron as Croner } from 'croner'
import { type CronValues, cronPattern, cronRules } from '../../schema/crontab.ts'

/** The next runs after a moment, as the service reckons them. Unix seconds; none where the zone is not known. */
export function nextRuns(cron: CronValues, zone: string, now: number, count: number): number[] {
  try {
    const job = new Croner(cronPattern(cron), { ...cronRules, timezone: zone })
    return job.nextRuns(count, new Date(Math.floor(now) * 1000)).map(run => run.getTime() / 1000)
  } catch {
    // An unknown zone; the service says so when the form is sent.
    return []
  }
}
