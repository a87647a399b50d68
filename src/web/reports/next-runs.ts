import { Cron as Croner } from 'croner'
import { type CronValues, cronerOptions, cronPattern } from '../../schema/reports/crontab.ts'

/** The next runs in Unix seconds, by the rules of the service; none for an unknown zone. */
export function nextRuns(cron: CronValues, zone: string, now: number, count: number): number[] {
  try {
    const job = new Croner(cronPattern(cron), { ...cronerOptions, timezone: zone })
    return job.nextRuns(count, new Date(Math.floor(now) * 1000)).map(run => run.getTime() / 1000)
  } catch {
    // An unknown zone; the service refuses the form.
    return []
  }
}
