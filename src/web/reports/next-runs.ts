import { Cron as Croner } from 'croner'
import type { CronValues } from './cron-fields.ts'

/**
 * The next runs after a moment, as the service reckons them: a run at a time of day that the clock leaves out comes right after the
 * gap, one that comes twice counts once; runs of every hour go by hours that pass. Unix seconds; none where the zone is not known.
 */
export function nextRuns(cron: CronValues, zone: string, now: number, count: number): number[] {
  const text = (name: keyof CronValues) => {
    const values = cron[name]
    return values === 'all' ? '*' : values.join(',')
  }
  // At certain hours every minute is a time of day like any other.
  const everyMinute = Array.from({ length: 60 }, (_, minute) => minute).join(',')
  const minutes = cron.minute === 'all' && cron.hour !== 'all' ? everyMinute : text('minute')
  const others = [text('hour'), text('day_of_month'), text('month_of_year'), text('day_of_week')]
  try {
    const job = new Croner([minutes, ...others].join(' '), {
      timezone: zone,
      paused: true,
      mode: '5-part',
      domAndDow: true,
      fixedTimeRule: 'no-wildcard',
    })
    return job.nextRuns(count, new Date(Math.floor(now) * 1000)).map(run => run.getTime() / 1000)
  } catch {
    // An unknown zone; the service says so when the form is sent.
    return []
  }
}
