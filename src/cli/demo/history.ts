import { Random } from '../send/random.ts'
import { devices } from './devices.ts'
import { type UndatedEvent, writeEvents } from './lines.ts'
import { deployed, diskFills, diskIsFull, failures, incidentHost, shop } from './shop.ts'

/** Minutes of the history, up to the hour that the demo sends in full. */
export const historyMinutes = 7 * 24 * 60 - 60
const minuteSeconds = 60
/** The incident begins at a multiple of this. */
const alignSeconds = 1_800
/** Average events of a minute: some 300,000 in a week. */
const averageRate = 28

/** Minutes from the end of the history until the start of the demo. */
const untilStart = 60

/**
 * The end of the history of a demo that started then, both in Unix seconds: as if it had started on the half
 * hour, so that the incident begins on one.
 */
export function historyEnd(startedAt: number): number {
  return Math.floor(startedAt / alignSeconds) * alignSeconds - untilStart * minuteSeconds
}
/** When the parts of the incident are, in minutes before the start of the demo. */
export const incident = { diskWarns: 300, diskFull: 240, deploy: 184, fails: 180, recovers: 160 } as const
/** Failed requests of a minute of the incident; each logs two events. */
const failedRequests = 90

/**
 * The demo's syslog lines of a minute of the week before its start. `minute`: from 0, the oldest; `moment`:
 * its Unix second. Minutes from `historyMinutes` on are after `historyEnd`. Days are busier than nights, and
 * weekends are quiet (UTC). One incident is planted: the disk of a shop host fills, a deploy makes the shop
 * write to it, and its requests fail for 20 minutes.
 */
export function historyLines(minute: number, moment: number, seed = 1): string[] {
  const random = new Random(seed * 2_000_003 + minute)
  const count = Math.round(averageRate * activityAt(moment) * (0.8 + 0.4 * random.next()))
  const events = Array.from({ length: count }, (): UndatedEvent => {
    const device = pickNormal(random)
    return {
      format: device.format,
      event: { host: random.pickSkewed(device.hosts), ...random.pickSkewed(device.normal)(random) },
    }
  })
  // An error of the shop is usual, though rare.
  if (random.chance(1 / 2))
    events.push({ format: 'rfc5424', event: { host: random.pick(shop.hosts), ...shop.fault(random) } })
  return writeEvents(
    [...events, ...incidentEvents(historyMinutes - minute + untilStart, random)],
    moment,
    minuteSeconds,
  )
}

/** Activity by the time of day and the day of the week; about 1 on average. */
function activityAt(moment: number): number {
  const hour = (moment / 3_600) % 24
  // 1970-01-01 was a Thursday.
  const weekday = (Math.floor(moment / 86_400) + 4) % 7
  const isWeekend = weekday === 0 || weekday === 6
  return (isWeekend ? 0.75 : 1.1) * (1 - 0.55 * Math.cos((2 * Math.PI * (hour - 2)) / 24))
}

function pickNormal(random: Random) {
  const device = random.pick(devices)
  // The shop is the busiest part of the company.
  return random.chance(0.3) ? shop : device
}

/** Events of the incident in the minute that is this many minutes before the start. */
function incidentEvents(before: number, random: Random): UndatedEvent[] {
  const of = (generate: (random: Random) => Omit<UndatedEvent['event'], 'host'>): UndatedEvent => ({
    format: 'rfc5424',
    event: { host: incidentHost, ...generate(random) },
  })
  const { diskWarns, diskFull, deploy, fails, recovers } = incident
  if (before <= diskWarns && before > diskFull && before % 5 === 0)
    return [of(diskFills(100 - Math.ceil((before - diskFull) / 5)))]
  const events = before <= diskFull && before > recovers ? [of(diskIsFull)] : []
  if (before === deploy) events.push(of(deployed))
  if (before <= fails && before > recovers)
    for (let request = 0; request < failedRequests; request++) events.push(...failures.map(of))
  return events
}
