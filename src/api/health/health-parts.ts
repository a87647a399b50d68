import { isWrongClock, type SeenNode } from '../../metadata/nodes/nodes.ts'
import { almostFull, type KeptSize } from '../../metadata/repository/quotas.ts'
import type { Forwarder } from '../../schema/forwarding/forwarder.ts'
import type { HealthCheck, HealthCheckName, HealthLevel, Losses } from '../../schema/intake/ingest-health.ts'
import type { HealthPart, HealthPartName, PartState } from '../../schema/service-health.ts'
import type { DiskState } from '../../telemetry/disk-watch.ts'
import { formatSkew } from '../../telemetry/format-skew.ts'
import type { ArchiveProblem } from '../archive/routes.ts'

/** Facts from which the health of the parts of the service (ingest, spool, engine …) is judged. */
export interface HealthFacts {
  /** Checks of all hosts. */
  checks: readonly HealthCheck[]
  /** All losses so far; null: unknown. */
  losses: Losses | null
  isReady: boolean
  /** Names of the ClickHouse servers that do not answer. */
  downServers: readonly string[]
  /** Names of the parts of events that the engine cannot read. */
  unreadableParts: readonly string[]
  runningQueries: number
  /** Queries of the last ten minutes that exceeded the configured time. */
  slowQueries: number
  disk: DiskState
  /** Whether retention limits the disk space of events. */
  hasSizeLimit: boolean
  /** Sizes of all users' objects, by kind of object. */
  keptSizes: readonly KeptSize[]
  /** Milliseconds by which our clock jumped within the last hour; negative if it was set back. */
  clockJumpedMs: number | undefined
  /** All forwarders, by name. */
  forwarders: readonly Pick<Forwarder, 'name' | 'status'>[]
  /**
   * Days that the archive cannot take or read, with the reason, and why it cannot be used at all; absent
   * without an archive.
   */
  archive?: { problems: readonly ArchiveProblem[]; away: string | undefined } | undefined
  /** Absent without other nodes. */
  nodes?: NodeFacts
}

/** The nodes that share the metadata, including this one. */
export interface NodeFacts {
  running: number
  /** Names of nodes that did not stop normally, and do not answer. */
  lost: readonly string[]
  /** Running nodes, by name. */
  clocks: readonly Pick<SeenNode, 'name' | 'clockSkewMs'>[]
}

const states: Record<HealthLevel, PartState> = { ok: 'ok', warning: 'warning', critical: 'failed' }

/** Health of each part: its worst problem, and advice. */
export function healthParts(facts: HealthFacts): HealthPart[] {
  return [
    ingestPart(facts),
    spoolPart(facts),
    enginePart(facts),
    queriesPart(facts),
    diskPart(facts),
    metadataPart(facts),
    clockPart(facts),
    ...(facts.nodes ? [nodesPart(facts.nodes)] : []),
    ...(facts.forwarders.length > 0 ? [forwardingPart(facts)] : []),
    ...(facts.archive ? [archivePart(facts.archive)] : []),
  ]
}

/** The state of the service: the worst state of its parts. */
export function worstState(parts: readonly HealthPart[]): PartState {
  const order: readonly PartState[] = ['failed', 'warning']
  return order.find(state => parts.some(part => part.state === state)) ?? 'ok'
}

function part(
  name: HealthPartName,
  state: PartState,
  says: string,
  advice: string | null = null,
): HealthPart {
  return { name, state, says, advice }
}

/** Texts of each ingest check that is not ok. The spool, the disk and clocks are separate parts. */
const ingestFaults: readonly [HealthCheckName, (value: number) => string, advice: string][] = [
  [
    'open',
    () => 'No events are accepted: senders wait or are refused.',
    'Look at the spool and the disk below; ingest resumes on its own once there is room.',
  ],
  [
    'balance',
    value => `${value} events are missing in the account of ingest.`,
    'Compare the sources on the page Ingest, and report it with the log.',
  ],
  [
    'drops',
    value => `The kernel dropped ${value} datagrams in the last ten minutes.`,
    'Raise net.core.rmem_max, or let senders use TCP.',
  ],
  [
    'refused',
    value => `${value} events or connections were refused in the last ten minutes.`,
    'The page Ingest says of each source why.',
  ],
  ['quiet', value => `${value} hosts are quieter than usual.`, 'The page Ingest names them.'],
]

function ingestPart({ checks, losses }: HealthFacts): HealthPart {
  const problems = ingestFaults.flatMap(([name, says, advice]) => {
    const check = checks.find(one => one.name === name && one.level !== 'ok')
    return check === undefined ? [] : [part('ingest', states[check.level], says(check.value), advice)]
  })
  const worst = problems.find(({ state }) => state === 'failed') ?? problems[0]
  if (worst !== undefined) return worst
  const { datagrams, refused, since } = losses ?? { datagrams: 0, refused: 0, since: 0 }
  if (datagrams + refused === 0)
    return part('ingest', 'ok', 'Events are accepted, and every one is accounted for.')
  const start = new Date(since * 1_000).toISOString().slice(0, 16).replace('T', ' ')
  return part(
    'ingest',
    'ok',
    `Events are accepted. Since ${start} UTC the kernel dropped ${datagrams} datagrams, and ${refused} events or connections were refused.`,
  )
}

function spoolPart({ checks }: HealthFacts): HealthPart {
  const held = checks.find(({ name, level }) => name === 'held' && level !== 'ok')
  const check = checks.find(({ name }) => name === 'spool')
  if (held !== undefined && check?.level !== 'critical')
    return part(
      'spool',
      states[held.level],
      `${held.value} spool files that the store refuses wait in the spool, because spool/refused is full.`,
      'Move or remove the files in spool/refused, and report why the log says they were refused. When the spool is full, intake stops.',
    )
  if (check === undefined || check.level === 'ok')
    return part('spool', 'ok', 'The store keeps up with ingest.')
  const percent = Math.round((100 * check.value) / Math.max(1, check.limit ?? 0))
  return part(
    'spool',
    states[check.level],
    `The spool is filled to ${percent} % with events that the store does not have yet.`,
    'Look at the engine and the disk; a larger MILLRACE_SPOOL_MAX bridges longer outages.',
  )
}

/** Maximum unreadable parts that a sentence names; further ones are only counted. */
const maxPartNames = 3

function enginePart({ isReady, downServers, unreadableParts }: HealthFacts): HealthPart {
  if (downServers.length > 0)
    return part(
      'engine',
      'failed',
      `These ClickHouse servers do not answer: ${downServers.join(', ')}.`,
      'Start them, or look at the network; events wait in the spool meanwhile.',
    )
  if (!isReady)
    return part(
      'engine',
      'failed',
      'The event store does not answer.',
      'It restarts on its own; when that takes minutes, the log says why.',
    )
  if (unreadableParts.length > 0) {
    const names = unreadableParts.slice(0, maxPartNames).join(', ')
    const unnamedCount = unreadableParts.length - maxPartNames
    return part(
      'engine',
      'warning',
      `Answers do not include the events of parts that the engine cannot read: ${names}${unnamedCount > 0 ? ` and ${unnamedCount} more` : ''}.`,
      'Check the disk, then restore the backup (docs/operations.md). The name of a part includes its day.',
    )
  }
  return part('engine', 'ok', 'The event store answers.')
}

function queriesPart({ runningQueries, slowQueries }: HealthFacts): HealthPart {
  const running = runningQueries === 1 ? '1 query runs' : `${runningQueries} queries run`
  if (slowQueries === 0) return part('queries', 'ok', `${running}; none of the last ten minutes was slow.`)
  return part(
    'queries',
    'warning',
    `${running}; ${slowQueries} of the last ten minutes took longer than MILLRACE_SLOW_QUERY.`,
    'The list of slow queries says which; narrower ranges and filters read less.',
  )
}

function diskPart({ checks, disk, hasSizeLimit }: HealthFacts): HealthPart {
  const floor = checks.find(({ name }) => name === 'disk')
  if (floor?.level === 'critical')
    return part(
      'disk',
      'failed',
      'The disk has less room than MILLRACE_DISK_FLOOR: no events are accepted.',
      'Make room, or lower the retention; ingest resumes on its own.',
    )
  if (disk.bound !== undefined) {
    const isCritical = disk.level === 'critical'
    return part(
      'disk',
      'warning',
      disk.bound === 'share'
        ? `More than ${isCritical ? 90 : 85} % of a disk are used.`
        : `Less than ${isCritical ? 'twice' : 'four times'} MILLRACE_DISK_FLOOR is free.`,
      hasSizeLimit
        ? 'Make room, or lower the retention.'
        : 'Make room, or bound events by MILLRACE_RETENTION_BYTES.',
    )
  }
  if (disk.unknown.length > 0)
    return part(
      'disk',
      'warning',
      `It is not known whether there is room: ${disk.unknown.map(name => name.replaceAll('_', ' ')).join(', ')} cannot be measured.`,
      'Look at the ClickHouse servers and at the log, which says why.',
    )
  if (floor?.level === 'warning')
    return part(
      'disk',
      'warning',
      'The free space of the disk comes near MILLRACE_DISK_FLOOR.',
      'Make room before ingest stops at the floor.',
    )
  return part('disk', 'ok', 'The disks have room.')
}

function metadataPart({ keptSizes }: HealthFacts): HealthPart {
  const full = almostFull(keptSizes)
  const [fullest] = full
  if (fullest === undefined) return part('metadata', 'ok', 'What users keep has room.')
  const kinds = full.map(({ objects, percent }) => `${objects} ${percent} %`).join(', ')
  return part(
    'metadata',
    'warning',
    `What all users keep comes near its maximum: ${kinds}. At 100 % a change that adds is refused.`,
    `Delete what is no longer needed, or raise ${fullest.setting}.`,
  )
}

function clockPart({ checks, clockJumpedMs }: HealthFacts): HealthPart {
  if (clockJumpedMs !== undefined) {
    const seconds = Math.round(Math.abs(clockJumpedMs) / 1_000)
    return part(
      'clock',
      'warning',
      `The clock of this machine was set ${clockJumpedMs > 0 ? 'forward' : 'back'} by ${seconds} s within the last hour.`,
      'Let NTP keep the time; events received meanwhile may have another time than their sender.',
    )
  }
  const wrong = checks.find(({ name, level }) => name === 'clock' && level !== 'ok')
  if (wrong !== undefined)
    return part(
      'clock',
      'warning',
      `${wrong.value} events or hosts have another time than this machine.`,
      'The page Ingest names hosts that are late by the same time: set their clock or zone, or the clock of this machine.',
    )
  return part('clock', 'ok', 'The clocks of this machine and of the senders agree.')
}

function nodesPart({ running, lost, clocks }: NodeFacts): HealthPart {
  if (lost.length > 0)
    return part(
      'nodes',
      'warning',
      `These nodes did not end and do not answer: ${lost.join(', ')}.`,
      'Start them: events in their spools are stored then. Queries and reports of other nodes continue.',
    )
  const skews = clocks.flatMap(({ name, clockSkewMs }) =>
    clockSkewMs === null ? [] : [`${name} ${formatSkew(clockSkewMs)}`],
  )
  const difference = skews.length === 0 ? '' : ` Clocks compared with PostgreSQL: ${skews.join(', ')}.`
  const says = `${running} ${running === 1 ? 'node runs' : 'nodes run'}.${difference}`
  return clocks.some(({ clockSkewMs }) => isWrongClock(clockSkewMs))
    ? part('nodes', 'warning', says, 'Set the clocks that differ, and keep them right by NTP.')
    : part('nodes', 'ok', says)
}

function archivePart({ problems, away }: NonNullable<HealthFacts['archive']>): HealthPart {
  if (away !== undefined)
    return part(
      'archive',
      'warning',
      `The archive cannot be used: ${away}.`,
      'Days stay in the store, and queries with archives fail, until it can. See docs/archive.md.',
    )
  const [first] = problems
  if (first === undefined) return part('archive', 'ok', 'Old days are archived.')
  const others = problems.length > 1 ? ` The same goes for ${problems.length - 1} more.` : ''
  return part(
    'archive',
    'warning',
    `The day ${first.day} cannot be archived or read: ${first.problem}.${others}`,
    'Days stay in the store until they are archived. Look at the place of MILLRACE_ARCHIVE: docs/archive.md.',
  )
}

function forwardingPart({ forwarders }: HealthFacts): HealthPart {
  const failing = forwarders.filter(({ status }) => status.state === 'retrying')
  const [first] = failing
  if (first === undefined) {
    const sending = forwarders.filter(({ status }) => status.state !== 'paused').length
    return part('forwarding', 'ok', `${sending} of ${forwarders.length} forwarders send events.`)
  }
  return part(
    'forwarding',
    'warning',
    `These forwarders cannot send: ${failing.map(({ name }) => name).join(', ')}. ${first.status.error ?? ''}`,
    'Their events wait. The page Forwarders says why, and can send a test event.',
  )
}
