import type { Intake, IntakeCounters } from '../../ingest/worker/intake.ts'
import type { Facts } from '../../metadata/database/facts.ts'
import { HostVisibility } from '../../query/host-visibility.ts'
import type { HostActivity, QuietMark } from '../../schema/intake/ingest-health.ts'
import { type RecentCounts, recentTotals } from './health-checks.ts'

/** A sample is taken this often, even if no reader asks for one. */
const intervalMs = 10_000
/** Maximum age of the sample that a reader gets: short, since a user may wait for a host's first event. */
const maxAgeMs = 1_500
const recentWindowMs = 600_000
/** Time between the samples that are saved. */
const savedStepMs = 60_000
/** Time between two saves of the hosts' activity. A killed process loses the last minutes. */
const saveIntervalMs = 300_000
/**
 * Time between two exchanges of data about hosts with other nodes. Shorter than the default minimum silence,
 * so that a host which moved to another node does not become quiet.
 */
const shareIntervalMs = 60_000
const maxMarks = 10_000
/** Keys of the saved data in the metadata's `Facts`. */
const activityFact = 'host_activity'
const marksFact = 'host_marks'

/** A user's mark on a quiet host. `at`: Unix seconds. */
export interface HostMark {
  mark: QuietMark
  by: string
  at: number
}

/** Totals at a moment in Unix milliseconds. */
interface TotalsSample<Name extends string> {
  at: number
  totals: Readonly<Record<Name, number>>
}

/** The data saved across restarts: the activity of hosts, and totals of the last minutes. */
interface StoredActivity {
  /** Unix seconds at which hosts began to be tracked. */
  since: number
  hosts: HostActivity[]
  /** Absent: an earlier version. */
  recent?: TotalsSample<keyof RecentCounts>[]
}

/** Figures of ingest at one moment. */
export interface IngestSample {
  /** Unix seconds. */
  at: number
  counters: IntakeCounters
  recent: RecentCounts
  hosts: readonly HostActivity[]
}

/** The data that an earlier run of a node saved. `nodeId` undefined: there is only one node. */
export async function readStoredActivity(
  facts: Pick<Facts, 'get'>,
  nodeId: number | undefined,
): Promise<StoredActivity | undefined> {
  // Only IngestMonitor writes this fact.
  return (await facts.get(activityFactOf(nodeId))) as StoredActivity | undefined
}

/** The name of the fact with this data. Each node has its own, since it receives from its own hosts. */
function activityFactOf(nodeId: number | undefined): string {
  return nodeId === undefined ? activityFact : `${activityFact} of node ${nodeId}`
}

/**
 * Samples ingest once for all readers. Also saves the activity of hosts, from which their usual silences
 * follow, and the marks that users set on quiet hosts.
 */
export class IngestMonitor {
  /** Start of this run, Unix seconds; silence before it does not count. */
  readonly since: number
  /** Unix seconds at which this run, or an earlier one, began to track hosts. */
  readonly trackedSince: number
  /** Minimum seconds of silence before a host is quiet. */
  readonly minSilence: number
  readonly visibility = new HostVisibility()
  readonly #intake: Pick<Intake, 'counters' | 'hosts'>
  readonly #facts: Pick<Facts, 'get' | 'set'>
  readonly #ownFacts: Pick<Facts, 'set'>
  readonly #now: () => number
  readonly #recent: RecentGrowth<keyof RecentCounts>
  readonly #nodeId: number | undefined
  readonly #otherNodes: () => readonly number[]
  /** The hosts that each other node has saved. */
  #hostsOfOtherNodes: readonly (readonly HostActivity[])[] = []
  #marks: Map<string, HostMark>
  readonly #timers: NodeJS.Timeout[] = []
  readonly #warn: (message: string) => void
  /** The last sample, which may still be in progress. */
  #sample: Promise<IngestSample> | undefined
  /** When it began (Unix milliseconds). */
  #sampledAt = Number.NEGATIVE_INFINITY

  private constructor(
    deps: MonitorDeps,
    stored: { activity: StoredActivity | undefined; marks: Map<string, HostMark> },
  ) {
    this.#intake = deps.intake
    this.#facts = deps.facts
    this.#ownFacts = deps.ownFacts ?? deps.facts
    this.#nodeId = deps.nodeId
    this.#otherNodes = deps.otherNodes ?? (() => [])
    this.#now = deps.now ?? Date.now
    this.#warn = deps.warn
    this.#marks = stored.marks
    this.minSilence = deps.minSilence
    this.since = Math.floor(this.#now() / 1000)
    this.trackedSince = stored.activity?.since ?? this.since
    this.#recent = new RecentGrowth(recentWindowMs, stored.activity?.recent)
  }

  /** Reads what an earlier run saved, and begins to take samples. Call `close` at the end. */
  static async open(deps: MonitorDeps): Promise<IngestMonitor> {
    const activity = await readStoredActivity(deps.facts, deps.nodeId)
    const monitor = new IngestMonitor(deps, { activity, marks: await readMarks(deps.facts) })
    // The first sample, from which growth counts.
    monitor.#recent.add(monitor.#now(), recentTotals(await deps.intake.counters()))
    const every = (ms: number, act: () => Promise<unknown>) => {
      const timer = setInterval(() => act().catch(error => deps.warn(String(error))), ms)
      monitor.#timers.push(timer.unref())
    }
    every(intervalMs, () => monitor.sample())
    if (deps.nodeId === undefined) every(saveIntervalMs, () => monitor.save())
    else every(shareIntervalMs, () => monitor.share())
    return monitor
  }

  /** A sample at most a second or two old, shared by all callers. */
  sample(): Promise<IngestSample> {
    const now = this.#now()
    // A clock that was set back does not make a sample newer.
    if (this.#sample === undefined || Math.abs(now - this.#sampledAt) >= maxAgeMs) {
      this.#sampledAt = now
      this.#sample = this.#measure(now)
      this.#sample.catch(() => {
        this.#sample = undefined
      })
    }
    return this.#sample
  }

  /** The mark on a host, unless the host has sent events since it was acknowledged. */
  markOf({ host, lastAt }: HostActivity): HostMark | undefined {
    const mark = this.#marks.get(host)
    return mark?.mark === 'acknowledged' && lastAt > mark.at ? undefined : mark
  }

  /** Marks a host, or removes its mark. Beyond the limit the oldest mark is dropped. */
  async mark(host: string, mark: QuietMark | null, by: string): Promise<void> {
    this.#marks = await readMarks(this.#facts)
    this.#marks.delete(host)
    if (mark !== null) this.#marks.set(host, { mark, by, at: Math.floor(this.#now() / 1000) })
    const [oldest] = this.#marks.size > maxMarks ? this.#marks.keys() : []
    if (oldest !== undefined) this.#marks.delete(oldest)
    await this.#facts.set(marksFact, Object.fromEntries(this.#marks))
  }

  /** Saves the activity of this node's hosts, for the next run and for other nodes. */
  async save(): Promise<void> {
    const stored: StoredActivity = {
      since: this.trackedSince,
      hosts: await this.#intake.hosts(),
      recent: this.#recent.samples(savedStepMs),
    }
    await this.#ownFacts.set(activityFactOf(this.#nodeId), stored)
  }

  /** Saves this node's hosts, and reads the other nodes'. */
  async share(): Promise<void> {
    await this.save()
    this.#hostsOfOtherNodes = await Promise.all(
      this.#otherNodes().map(async id => (await readStoredActivity(this.#facts, id))?.hosts ?? []),
    )
  }

  /** Saves for the next run. Call it before ingest is closed. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await this.save().catch(error => this.#warn(`The activity of hosts was not saved: ${error}`))
  }

  async #measure(now: number): Promise<IngestSample> {
    const [counters, hosts, marks] = await Promise.all([
      this.#intake.counters(),
      this.#intake.hosts(),
      readMarks(this.#facts),
    ])
    this.#marks = marks
    return {
      at: Math.floor(now / 1000),
      counters,
      hosts: mergeHosts([hosts, ...this.#hostsOfOtherNodes]),
      recent: this.#recent.add(now, recentTotals(counters)),
    }
  }
}

/** The marks on hosts, from all nodes. */
async function readMarks(facts: Pick<Facts, 'get'>): Promise<Map<string, HostMark>> {
  // Only `mark` writes this fact.
  const marks = ((await facts.get(marksFact)) ?? {}) as Record<string, HostMark>
  return new Map(Object.entries(marks))
}

interface MonitorDeps {
  intake: Pick<Intake, 'counters' | 'hosts'>
  facts: Pick<Facts, 'get' | 'set'>
  /** Stores what only this node writes; default: `facts`. */
  ownFacts?: Pick<Facts, 'set'>
  minSilence: number
  /** The number of this node; absent if it is the only one. */
  nodeId?: number | undefined
  /** Numbers of the other nodes. */
  otherNodes?: () => readonly number[]
  warn: (message: string) => void
  /** Unix milliseconds. */
  now?: () => number
}

/** Growth of monotonic totals within a time window. */
export class RecentGrowth<Name extends string> {
  readonly #windowMs: number
  readonly #samples: TotalsSample<Name>[]

  /** `samples`: of an earlier run. */
  constructor(windowMs: number, samples: readonly TotalsSample<Name>[] = []) {
    this.#windowMs = windowMs
    this.#samples = [...samples]
  }

  /** Samples about this far apart, with the oldest and the newest. */
  samples(stepMs: number): TotalsSample<Name>[] {
    const kept: TotalsSample<Name>[] = []
    for (const sample of this.#samples) {
      const isNext = sample.at - (kept.at(-1)?.at ?? Number.NEGATIVE_INFINITY) >= stepMs
      if (isNext || sample === this.#samples.at(-1)) kept.push(sample)
    }
    return kept
  }

  /**
   * Adds the totals at a moment (milliseconds) and returns their growth since the start of the window. A
   * total that fell, as after a power cut, has not grown.
   */
  add(at: number, totals: Readonly<Record<Name, number>>): Record<Name, number> {
    // The clock was set back, so the window restarts.
    if ((this.#samples.at(-1)?.at ?? at) > at) this.#samples.length = 0
    this.#samples.push({ at, totals })
    // The window starts at the newest sample that is at least as old as the window.
    while ((this.#samples[1]?.at ?? Number.POSITIVE_INFINITY) <= at - this.#windowMs) this.#samples.shift()
    const oldestTotals = this.#samples[0]?.totals ?? totals
    const growth: Record<Name, number> = { ...totals }
    for (const name in growth) growth[name] = Math.max(0, growth[name] - oldestTotals[name])
    return growth
  }
}

/**
 * The activity of each host over all nodes. The silences are taken from the node that received most of the
 * host's events.
 */
export function mergeHosts(nodes: readonly (readonly HostActivity[])[]): readonly HostActivity[] {
  const [ownHosts = [], ...others] = nodes
  if (others.every(hosts => hosts.length === 0)) return ownHosts
  const merged = new Map<string, HostActivity>()
  for (const activity of nodes.flat()) {
    const known = merged.get(activity.host)
    merged.set(activity.host, known === undefined ? activity : mergeActivity(known, activity))
  }
  return [...merged.values()]
}

function mergeActivity(a: HostActivity, b: HostActivity): HostActivity {
  const { silences, day } = a.events >= b.events ? a : b
  // The newer value, since only the current clock matters.
  const { delay, delayMinutes } = a.lastAt >= b.lastAt ? a : b
  return {
    host: a.host,
    firstAt: Math.min(a.firstAt, b.firstAt),
    lastAt: Math.max(a.lastAt, b.lastAt),
    events: a.events + b.events,
    silences,
    day,
    delay,
    delayMinutes,
  }
}
