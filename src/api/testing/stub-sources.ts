import { compileMatcher } from '../../filter/match/matcher.ts'
import type { Predicate } from '../../filter/predicate/predicate.ts'
import { BodyRefusedError } from '../../ingest/body/fault.ts'
import type {
  ShipperRequest,
  ShipperResponse,
  Submission,
  SubmissionAnswer,
} from '../../ingest/body/submission.ts'
import { readShipperBody } from '../../ingest/http/http-receiver.ts'
import { receivers } from '../../ingest/receivers/table.ts'
import type { Intake, IntakeCounters } from '../../ingest/worker/intake.ts'
import type { TagList, TagUsages } from '../../query/dictionaries/tag-list.ts'
import { type HistorySource, MatchHistory } from '../../query/history/match-history.ts'
import { resolveRange } from '../../query/range/resolve.ts'
import type { SqlQueries } from '../../query/user-sql/sql-queries.ts'
import type { StoredEvent } from '../../schema/event/event.ts'
import { Fault } from '../../schema/fault.ts'
import type { HostActivity } from '../../schema/intake/ingest-health.ts'
import type { LedgerCounts } from '../../schema/intake/ledger.ts'
import type {
  ArchiveCheck,
  ArchivedDayRecord,
  ArchiveRestore,
  ArchiveRestoreRequest,
  ArchiveState,
} from '../../schema/store/archive.ts'
import type { StoredSpace } from '../../schema/store/stored-space.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import type { DiskState } from '../../telemetry/disk-watch.ts'
import type { ArchiveSource } from '../archive/routes.ts'
import type { ValueSource } from '../dictionaries/recent.ts'
import type { EventSource } from '../events/find-event.ts'
import type { SpaceSource } from '../space/space-source.ts'

/** A past without matches. */
export class EmptyHistory implements HistorySource {
  history(_userId: number, signal: AbortSignal): MatchHistory {
    const asOf = { number: 0, batch: 0, missing: [] }
    const store = {
      secondCounts: async () => ({ groups: [], seconds: new Uint32Array(), counts: new Float64Array() }),
      valueSpans: async () => [],
      seenBefore: async () => new Set<string>(),
      page: async () => ({ events: [], asOf }),
      estimateRows: () => 0,
    }
    return new MatchHistory(store, ask => ask({ signal, lane: 'long', timeout: 60 }))
  }
}

/** Two events: 42 from fw-1 with 250 occurrences a second apart, 43 from edge-1 with one. */
export class FixedEvents implements EventSource {
  readonly events: StoredEvent[] = [storedEvent(42, 'fw-1', 250), storedEvent(43, 'edge-1', 1)]

  async event(id: number, predicate: Predicate): Promise<StoredEvent | null> {
    return this.events.find(event => event.id === id && compileMatcher(predicate)(event)) ?? null
  }

  async occurrences(id: number, offset: number, limit: number): Promise<number[]> {
    const event = this.events.find(one => one.id === id)
    if (event === undefined) return []
    const times = Array.from({ length: event.counter }, (_, index) => event.last - index * 1_000_000)
    return times.slice(offset, offset + limit)
  }
}

/** An archive in which every day is archived, and in which restores have just begun. */
export class FixedArchive implements ArchiveSource {
  readonly #restores: ArchiveRestore[] = []

  away(): undefined {
    return undefined
  }

  state(): ArchiveState {
    return {
      is_configured: true,
      days: 1,
      bytes: 100,
      first_day: '2026-01-01',
      last_day: '2026-01-01',
      after_days: 7,
      retention_days: 365,
    }
  }

  days(): ArchivedDayRecord[] {
    const figures = { events: 2, occurrences: 3, bytes: 100, files: 1, archived_at: 1_767_225_600 }
    return [{ day: '2026-01-01', ...figures, is_hot: false }]
  }

  async verify(day: string): Promise<ArchiveCheck> {
    return { day, problems: [] }
  }

  restores(): ArchiveRestore[] {
    return this.#restores
  }

  async restore({ day }: ArchiveRestoreRequest, requested_by: string): Promise<ArchiveRestore> {
    const times = { created_at: 1_767_225_600, finished_at: null, keep_until: 1_767_830_400 }
    const id = this.#restores.length + 1
    const entry = { id, day, status: 'running' as const, rows: 3, requested_by, ...times, error: null }
    this.#restores.push(entry)
    return entry
  }

  problems(): [] {
    return []
  }
}

/** Two days, of which the older one is about to be dropped, on a disk that is filling up. */
export class FixedSpace implements SpaceSource {
  async read(): Promise<StoredSpace> {
    return {
      rows: 3_000,
      bytes: 250_000,
      retention: { days: 30, bytes: 200_000 },
      disks: [
        {
          name: 'data_folder',
          total: 1_000_000,
          free: 120_000,
          level: this.disks().level,
          unknown_since: null,
        },
      ],
      days: [
        { day: '2026-01-30', rows: 1_000, bytes: 100_000, is_announced: true, holds: 0, held_by: [] },
        {
          day: '2026-01-31',
          rows: 2_000,
          bytes: 150_000,
          is_announced: false,
          holds: 1,
          held_by: ['Case 7'],
        },
      ],
    }
  }

  disks(): DiskState {
    return { level: 'warning', bound: 'share', unknown: [] }
  }

  hasSizeLimit(): boolean {
    return true
  }
}

/** Values of the field host in FixedEvents. Other fields do not exist. */
export class FixedHosts implements ValueSource {
  async list(_reader: unknown, name: string, limit: number): Promise<{ name: string; count: number }[]> {
    if (name !== 'host') throw new Fault('not_found')
    return [
      { name: 'fw-1', count: 250 },
      { name: 'edge-1', count: 1 },
    ].slice(0, limit)
  }
}

/** One row for every statement. Real statements are tested in storage/user-sql. */
export const fixedSql: Pick<SqlQueries, 'run'> = {
  run: async () => ({
    columns: [{ name: 'host', type: 'LowCardinality(String)' }],
    rows: [['fw-1']],
    ts_from: 1_767_222_000,
    ts_to: 1_767_225_600,
  }),
}

/** A list with one tag. The real list is tested in query/dictionaries. */
export class FixedTags implements Pick<TagList, 'list'> {
  async list(_reader: unknown, { range, prefix }: { range: TimeRange; prefix: string }): Promise<TagUsages> {
    const { from, to } = resolveRange(range, 1_767_225_600, { timezone: 'UTC' })
    const list = 'srcip'.startsWith(prefix.toLowerCase())
      ? [{ name: 'SrcIP', count: 250, values: 3, numeric: false }]
      : []
    return { from, to, count: 900, sampled: 900, total: list.length, list }
  }
}

/** Records every body, and answers with `answer`; for shippers' bodies their receiver answers. */
export class RecordingIntake
  implements Pick<Intake, 'submitIncoming' | 'submitShipper' | 'counters' | 'hosts' | 'whenSearchable'>
{
  readonly submissions: Submission[] = []
  readonly shipments: ShipperRequest[] = []
  counts: LedgerCounts = {
    received: 10,
    stored: 4,
    duplicates: 2,
    dropped: 1,
    tooOld: 0,
    refused: 2,
    refusals: { invalid: 2 },
    inFlight: 1,
    turnedAway: { overload: 3 },
    udpDropped: 5,
    frameErrors: 0,
    truncated: 0,
    fieldsOmitted: 2,
    clockAhead: 0,
    bytes: 1_000,
    connections: 1,
  }
  answer: SubmissionAnswer = { status: 200, accepted: 1, tooOld: 0 }

  /** The result of `whenSearchable`. */
  pending: Promise<void> | undefined

  whenSearchable(): Promise<void> | undefined {
    return this.pending
  }

  async submitIncoming(submission: Submission): Promise<SubmissionAnswer> {
    this.submissions.push(submission)
    return this.answer
  }

  /** The result of `hosts`. */
  activity: HostActivity[] = [
    {
      host: 'fw-1',
      firstAt: 1767225600,
      lastAt: 1767229200,
      events: 250,
      silences: [1],
      day: 20_454,
      delay: null,
      delayMinutes: 0,
    },
  ]

  async hosts(): Promise<HostActivity[]> {
    return this.activity
  }

  async counters(): Promise<IntakeCounters> {
    const state = {
      isOpen: true,
      windowsEvicted: 7,
      spoolBytes: 4_096,
      maxSpoolBytes: 1_048_576,
      quarantineRemoved: { broken: 2, refused: 0 },
      freeBytes: 1e9,
      minFreeBytes: 1e6,
    }
    return {
      ...this.counts,
      sources: [{ source: 'syslog_tcp', lastAt: 1767225600_000000, ...this.counts }],
      state,
    }
  }

  async submitShipper(shipment: ShipperRequest): Promise<ShipperResponse> {
    this.shipments.push(shipment)
    const { body, protocol } = shipment
    try {
      const bytes = Buffer.from(body)
      const { respond } = await readShipperBody(shipment, { bytes, digest: '', receivedAt: 0 })
      return respond({ accepted: 0, tooOld: 0 })
    } catch (error) {
      if (!(error instanceof BodyRefusedError)) throw error
      return receivers[protocol].refusal({ status: error.status, detail: error.message }, shipment)
    }
  }
}

function storedEvent(id: number, host: string, counter: number): StoredEvent {
  const first = 1767225600_120031
  return {
    id,
    ts: first,
    last: first + (counter - 1) * 1_000_000,
    counter,
    host,
    triggers: [],
    program: 'sshd',
    facility: 4,
    severity: 3,
    mnemonic: '',
    message: 'Failed password for root',
    type: 1,
    status: 0,
    tags: { SrcIP: '192.0.2.7' },
  }
}
