import { Random } from '../send/random.ts'
import { devices } from './devices.ts'
import { type UndatedEvent, writeEvents } from './lines.ts'
import type { MessageGenerator } from './messages.ts'
import { deployed, diskFills, diskIsFull, failures, incidentHost, shop } from './shop.ts'

/** Minutes of the history, up to the hour that the demo sends in full. */
export const historyMinutes = 7 * 24 * 60 - 60
const minuteSeconds = 60
/** The incident begins at a multiple of this. */
const alignSeconds = 1_800
/** Average events of a minute: some 300,000 in a week. */
const averageRate = 28

/** Minutes from the end of the history until the aligned start of the demo. */
const untilStartMinutes = 60

/**
 * The last half hour before the start of a demo, in Unix seconds. The history and the incident are placed
 * before it, so that the incident begins on a half hour.
 */
export function alignedStart(startedAt: number): number {
  return Math.floor(startedAt / alignSeconds) * alignSeconds
}

/** The end of the history of a demo, in Unix seconds. */
export function historyEnd(startedAt: number): number {
  return alignedStart(startedAt) - untilStartMinutes * minuteSeconds
}

/** When the parts of the incident begin, in minutes before `alignedStart`. */
export const incident = { diskWarns: 300, diskFull: 240, deploy: 184, fails: 180, recovers: 160 } as const
/** The seed of minute 0, apart from the seeds of feed.ts. */
const firstSeed = 2_000_003
/** Failed requests of a minute of the incident; each logs two events. */
const failedRequests = 90

/**
 * The demo's syslog lines of a minute of the week before its start. `minute`: from 0, the oldest;
 * `unixSeconds`: its beginning. Minutes from `historyMinutes` on are after `historyEnd`. Days are busier
 * than nights, and weekends are quiet (UTC). One incident is planted: the disk of a shop host fills, a
 * deploy makes the shop write to it, and its requests fail for 20 minutes.
 */
export function historyLines(minute: number, unixSeconds: number): string[] {
  const random = new Random(firstSeed + minute)
  const count = Math.round(averageRate * activityAt(unixSeconds) * (0.8 + 0.4 * random.next()))
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
    [...events, ...incidentEvents(historyMinutes - minute + untilStartMinutes, random)],
    unixSeconds,
    minuteSeconds,
  )
}

/** Activity by the time of day and the day of the week; about 1 on average. */
function activityAt(unixSeconds: number): number {
  const hour = (unixSeconds / 3_600) % 24
  // 1970-01-01 was a Thursday.
  const weekday = (Math.floor(unixSeconds / 86_400) + 4) % 7
  const isWeekend = weekday === 0 || weekday === 6
  return (isWeekend ? 0.75 : 1.1) * (1 - 0.55 * Math.cos((2 * Math.PI * (hour - 2)) / 24))
}

function pickNormal(random: Random) {
  const device = random.pick(devices)
  // The shop is the busiest part of the company.
  return random.chance(0.3) ? shop : device
}

/** Events of the incident in the minute that is this many minutes before `alignedStart`. */
function incidentEvents(before: number, random: Random): UndatedEvent[] {
  const onIncidentHost = (generate: MessageGenerator): UndatedEvent => ({
    format: 'rfc5424',
    event: { host: incidentHost, ...generate(random) },
  })
  const { diskWarns, diskFull, deploy, fails, recovers } = incident
  if (before <= diskWarns && before > diskFull && before % 5 === 0)
    // One percent more every five minutes, up to 99 %.
    return [onIncidentHost(diskFills(100 - (before - diskFull) / 5))]
  const events = before <= diskFull && before > recovers ? [onIncidentHost(diskIsFull)] : []
  if (before === deploy) events.push(onIncidentHost(deployed))
  if (before <= fails && before > recovers)
    for (let request = 0; request < failedRequests; request++) events.push(...failures.map(onIncidentHost))
  return events
}
