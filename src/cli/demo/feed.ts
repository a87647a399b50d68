import { thrownText } from '../../schema/thrown-text.ts'
import { Connection } from '../send/over-stream.ts'
import { Random } from '../send/random.ts'
import { sleepUntil } from '../send/rate-limiter.ts'
import { devices, flapping } from './devices.ts'
import { historyEnd, historyLines, historyMinutes } from './history.ts'
import { type UndatedEvent, writeEvents } from './lines.ts'
import type { Device } from './messages.ts'

/** Seconds of past logs that the demo sends at its first start, so that the page has data at once. */
const backlogSeconds = 3_600
/** Seconds of logs, and minutes of the history, in one write. */
const chunkSeconds = 60
const chunkMinutes = 30
const timeoutMs = 60_000
const retryMs = 1_000

/** The start of a demo. */
interface DemoStart {
  /** Unix seconds, whole. */
  startedAt: number
  /** Whether the store is empty, so that the demo sends past logs too. */
  isFirstStart: boolean
  /** Days after which the service drops events as too old. */
  maxAgeDays: number
}

/**
 * Sends the demo's logs to a syslog TCP port as a device would: at the first start the last hour and the week
 * before it, then each second in real time. Returns a function that stops it.
 */
export function feedDemo(
  address: { host: string; port: number },
  { startedAt, isFirstStart, maxAgeDays }: DemoStart,
  log: (message: string) => void,
): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const target = { kind: 'tcp', host: localAddress(address.host), port: address.port } as const
  const startSecond = startedAt - (isFirstStart ? backlogSeconds : 0)
  /** The next minute of the history to send. Minutes that the service would drop as too old are left out. */
  let minute = isFirstStart ? firstMinute(maxAgeDays) : Number.POSITIVE_INFINITY
  /** The history continues up to the last hour, beyond `historyEnd` if the start is not on a half hour. */
  const endMinute = historyMinutes + Math.floor((startSecond - historyEnd(startedAt)) / 60)
  /** Seconds of logs sent so far, from `startSecond` on. */
  let sentSeconds = 0
  let connection: Connection | undefined

  /** Sends the rest of the history, after the last hour, which a user sees first. */
  const writeHistory = async (to: Connection) => {
    while (!signal.aborted && minute < endMinute) {
      const end = Math.min(endMinute, minute + chunkMinutes)
      let lines = ''
      for (; minute < end; minute++) {
        const unixSeconds = historyEnd(startedAt) - (historyMinutes - minute) * 60
        lines += `${historyLines(minute, unixSeconds).join('\n')}\n`
      }
      await to.write(Buffer.from(lines))
    }
  }

  const writeUntilStopped = async (to: Connection) => {
    while (!signal.aborted) {
      const dueSeconds = Math.floor(Date.now() / 1000) - startSecond
      const until = Math.min(dueSeconds, sentSeconds + chunkSeconds)
      let lines = ''
      for (; sentSeconds < until; sentSeconds++)
        lines += `${demoLines(sentSeconds, startSecond + sentSeconds).join('\n')}\n`
      if (lines !== '') await to.write(Buffer.from(lines))
      if (sentSeconds < dueSeconds) continue
      await writeHistory(to)
      // Until the next second begins.
      await sleepUntil(performance.now() + 1_000 - (Date.now() % 1000), signal)
    }
  }

  const feed = async () => {
    while (!signal.aborted) {
      try {
        connection = await Connection.open({ target, tls: {}, timeoutMs })
        await writeUntilStopped(connection)
      } catch (error) {
        if (!signal.aborted) log(`the demo's connection failed: ${thrownText(error)}`)
      } finally {
        // It may have opened after the stop.
        connection?.destroy()
      }
      await sleepUntil(performance.now() + retryMs, signal)
    }
  }

  void feed()
  return () => {
    ended.abort()
    connection?.destroy()
  }
}

/** The history ends an hour before the start, or up to half an hour earlier (`historyEnd`). */
const maxMinutesAfterHistory = 90
/** The oldest minute is sent a while after the start, and must not be too old then. */
const marginMinutes = 15

/** The oldest minute of the history that the service accepts, whatever the alignment of `historyEnd`. */
function firstMinute(maxAgeDays: number): number {
  const oldest = historyMinutes + maxMinutesAfterHistory + marginMinutes - maxAgeDays * 24 * 60
  return Math.min(historyMinutes, Math.max(0, oldest))
}

/** The address at which a local client reaches a listener. */
function localAddress(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
}

/** Average lines per second of normal messages. */
const baseRate = 40

/** The seed of second 0, apart from the seeds of history.ts. */
const firstSeed = 1_000_003

/**
 * The demo's syslog lines of the second `index`, with times from `unixSeconds` on. They depend only
 * on the arguments, so all demos send the same messages. Each minute has a burst of denied connections; every
 * second minute has a device with a repeating message; faults are rare.
 */
export function demoLines(index: number, unixSeconds: number): string[] {
  const random = new Random(firstSeed + index)
  // The rate rises and falls over ten minutes.
  const wave = 1 + 0.5 * Math.sin((2 * Math.PI * index) / 600)
  const count = Math.round(baseRate * wave * (0.7 + 0.6 * random.next()))
  const events: UndatedEvent[] = []
  const add = ({ format }: Device, host: string, message: ReturnType<Device['fault']>) => {
    events.push({ format, event: { host, ...message } })
  }
  for (let i = 0; i < count; i++) {
    const device = pickDevice(random)
    add(device, random.pickSkewed(device.hosts), random.pickSkewed(device.normal)(random))
  }
  if (index % 60 >= 40 && index % 60 < 45) {
    const [firewall] = devices
    // The last normal message of the firewall is a denied connection.
    const deny = firewall.normal.at(-1) ?? firewall.fault
    for (let i = 0; i < baseRate * 2; i++) add(firewall, firewall.hosts[0], deny(random))
  }
  if (index % 120 < 30) {
    const { device, message } = flapping
    for (let i = 0; i < 5; i++) add(device, device.hosts[0], message(random))
  }
  if (random.chance(1 / 20)) {
    const device = random.pick(devices)
    add(device, random.pick(device.hosts), device.fault(random))
  }
  return writeEvents(events, unixSeconds, 1)
}

/** Draws a device by the shares of the devices. */
function pickDevice(random: Random): Device {
  let left = random.next()
  for (const device of devices) {
    left -= device.share
    if (left < 0) return device
  }
  return devices[0]
}
