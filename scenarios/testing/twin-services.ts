import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { MailSink } from '../../src/mail/testing/mail-sink.ts'
import { AlarmsOfTwins } from './alarms-of-twins.ts'
import { Client, matching, type OutgoingEvent } from './client.ts'
import { Cluster } from './cluster.ts'
import { Millrace } from './millrace.ts'
import { RoundRobin } from './round-robin.ts'
import { type Both, Twins } from './twins.ts'
import { until } from './until.ts'

const nodes = 3
const eventCount = 1_200
const eventsOfBody = 100
/** Finds one event. */
export const oneEvent = matching('"session 5 of"')
const login = { username: 'admin', password: 'correct horse battery' }

/** One machine, and three nodes behind a round-robin proxy: both have the same events and alarms. */
export interface TwinServices {
  readonly clients: Both<Client>
  readonly twins: Twins
  readonly alarms: AlarmsOfTwins
  readonly login: typeof login
  readonly nodes: number
  /** Unix seconds; the events cover this hour. */
  readonly start: number
  /** Ids of one event: several nodes give other ids than one machine. */
  readonly eventIds: Both<string>
  end(): Promise<void>
}

export async function startTwinServices(): Promise<TwinServices> {
  const ends: (() => unknown)[] = []
  const end = async () => {
    for (const one of ends.toReversed()) await one()
  }
  try {
    return { ...(await start(ends)), end }
  } catch (error) {
    await end()
    throw error
  }
}

async function start(ends: (() => unknown)[]): Promise<Omit<TwinServices, 'end'>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-twins-'))
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  const sink = new MailSink()
  const settings = {
    MILLRACE_ADMIN_PASSWORD: login.password,
    MILLRACE_METRICS: 'token',
    MILLRACE_SQL: 'true',
    MILLRACE_SMTP_URL: `smtp://127.0.0.1:${await sink.open()}`,
    MILLRACE_MAIL_FROM: 'logs@example.com',
  }
  ends.push(() => sink.close())
  // Nodes share no files, unless their folders are the same: see docs/cluster.md.
  const ofNodes = { ...settings, MILLRACE_TEMPLATES_DIR: path.join(folder, 'templates') }
  const single = await Millrace.start(settings)
  ends.push(() => single.remove())
  const cluster = await Cluster.start({ nodes, settings: ofNodes })
  ends.push(() => cluster.remove())
  const proxy = await RoundRobin.start(cluster.nodes.map(({ url }) => url))
  ends.push(() => proxy.close())

  const clients = [single.client, new Client({ url: proxy.url, token: cluster.first.token })] as const
  const twins = new Twins(clients)
  const entrances = [single.client, ...cluster.clients]
  // Two days ago, on a whole hour.
  const start = Math.floor(Date.now() / 3_600_000) * 3_600 - 2 * 86_400
  const alarms = await AlarmsOfTwins.make(twins, clients, entrances, start - 86_400)
  for (let from = 0; from < eventCount; from += eventsOfBody) {
    const events = Array.from({ length: eventsOfBody }, (_, at) => eventOf(start, from + at))
    for (const client of clients) await client.send(events)
  }
  const time_range = { ts_from: start, ts_to: start + 3_600 }
  for (const client of entrances)
    await until('all events', async () => (await client.search({ time_range })).totals.count === eventCount)
  const idAt = async (client: Client) =>
    (await client.search({ time_range, ...oneEvent })).events.objects[0]?._id ?? ''
  const eventIds = [await idAt(clients[0]), await idAt(clients[1])] as const
  return { clients, twins, alarms, login, nodes, start, eventIds }
}

function eventOf(start: number, n: number): OutgoingEvent {
  return {
    message: `Session ${n} of user-${n % 17} from 192.0.2.${n % 250} ${n % 3 === 0 ? 'was refused' : 'is up'}`,
    host: `fw-${n % 7}`,
    program: ['sshd', 'kernel', 'cron'][n % 3] ?? '',
    priority: (n * 11) % 192,
    // Each event has its own time, so that the order of pages does not depend on ids.
    ts: start + ((n * 3) % 3_600) + (n + 1) / 4_096,
    user_tags: { user: `user-${n % 17}`, bytes: String(n * 7) },
  }
}
