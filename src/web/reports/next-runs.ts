import { Cron as Croner } from 'croner'
import { type CronValues, cronerOptions, cronPattern } from '../../schema/reports/crontab.ts'
import { zoneNamed } from '../../time/zone.ts'

/** The next `count` runs after `now`, Unix seconds, by the rules of the service; none in an unknown zone. */
export function nextRuns(cron: CronValues, zone: string, now: number, count: number): number[] {
  // Croner would take an empty zone as the zone of the browser, and throws for other unknown zones.
  if (zoneNamed(zone) === undefined) return []
  const job = new Croner(cronPattern(cron), { ...cronerOptions, timezone: zone })
  return job.nextRuns(count, new Date(Math.floor(now) * 1000)).map(run => run.getTime() / 1000)
}
