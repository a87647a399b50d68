import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Figure } from '../../schema/figure.ts'
import type { SpoolBatch } from '../../schema/row.ts'
import type { RuleFile } from '../../schema/rule.ts'
import { Deduplicator } from '../dedup/deduplicator.ts'
import { Enrichment } from '../enrichment.ts'
import { EventIds } from '../event-ids.ts'
import { HttpReceiver } from '../http/http-receiver.ts'
import type {
  IntakeCounters,
  ReplayedSpool,
  ShipperRequest,
  ShipperResponse,
  Submission,
  SubmissionAnswer,
} from '../intake.ts'
import type { Account } from '../ledger/account.ts'
import { sumCounts } from '../ledger/balance.ts'
import { Ledger } from '../ledger/ledger.ts'
import { type BoundPort, kernelDrops } from '../listen/kernel-drops.ts'
import { type BoundAddress, Listeners } from '../listen/listeners.ts'
import { Pipeline } from '../pipeline.ts'
import type { RuleCounts } from '../rules/rule-counters.ts'
import { RuleSet } from '../rules/rule-set.ts'
import { Delivery, quarantineRemovedMessage, type Sink } from '../spool/delivery.ts'
import { type RecoveredFile, SpoolFolder } from '../spool/spool-folder.ts'
import { SpoolWriter } from '../spool/spool-writer.ts'
import { defaultMaxMessageBytes } from '../syslog/context.ts'
import type { IngestSettings, RecentEvent } from './messages.ts'

export interface IngestPorts {
  sink: Sink
  /** Answers the first of so many ids. */
  reserveIds: (size: number) => Promise<number>
  /** Told of a file that the sink will never be given again, and may not have taken. */
  abandon?: (sequence: number) => void
  warn: (message: string) => void
  /** Takes what came in, by the second; see Receipts. Resolves when it is taken. */
  recordFigures: (figures: Figure[]) => Promise<void>
}

/** Milliseconds between two tellings of what came in. */
const figuresIntervalMs = 5_000
/** Milliseconds between two savings of counts. */
const saveIntervalMs = 1_000
/** A clean end takes no longer: what is not delivered by then is replayed at the next start. */
const closeTimeoutMs = 4_000

/** Ingest as a whole: what the worker thread runs. */
export class Ingest {
  readonly #settings: IngestSettings
  readonly #folder: SpoolFolder
  readonly #dedup: Deduplicator
  readonly #ids: EventIds
  readonly #delivery: Delivery
  readonly #writer: SpoolWriter
  readonly #pipeline: Pipeline
  readonly #receiver: HttpReceiver
  #listeners: Listeners | undefined
  readonly #udp: (BoundPort & { account: Account; before: number })[] = []
  readonly #ledger: Ledger
  readonly #ports: IngestPorts
  #isUnsaved = false
  #figuresTimer: NodeJS.Timeout | undefined
  #saveTimer: NodeJS.Timeout | undefined
  #found: RecoveredFile[] = []
  #rulesVersion = 0

  private constructor(settings: IngestSettings, folder: SpoolFolder, doors: IngestPorts) {
    const ledger = new Ledger()
    this.#ledger = ledger
    this.#ports = doors
    this.#settings = settings
    this.#folder = folder
    this.#ids = new EventIds(doors.reserveIds, settings.idBlock)
    this.#dedup = new Deduplicator(this.#ids, settings.dedup)
    const relieved = (): void => this.#pipeline.resumeIfOpen()
    this.#delivery = new Delivery(
      doors.sink,
      folder,
      settings.spool.maxKeptFiles,
      {
        delivered: ({ batch, manifest }) => {
          ledger.recordDelivered(manifest)
          this.#settle(batch)
        },
        lost: ({ batch, manifest }, why) => {
          ledger.recordLost(manifest, why)
          this.#settle(batch)
          doors.abandon?.(batch.sequence)
        },
      },
      doors.warn,
    )
    this.#writer = new SpoolWriter(folder, this.#delivery, ledger, settings.spool, relieved, doors.warn)
    const save = (): void => {
      if (!this.#isUnsaved) this.#save(() => folder.journal.save(ledger.accounts))
    }
    const parts = { ledger, writer: this.#writer, dedup: this.#dedup, ids: this.#ids, save }
    this.#pipeline = new Pipeline(parts, settings.tolerance, doors.warn)
    this.#receiver = new HttpReceiver(this.#pipeline, folder.keys, settings.http)
  }

  /** What earlier runs left in the spool. */
  replayed: ReplayedSpool = { files: 0, events: 0 }

  /** Reads what earlier runs left in the spool; listens to nothing yet. */
  static async open(settings: IngestSettings, ports: IngestPorts): Promise<Ingest> {
    const enrichment = await Enrichment.open(settings.enrichment ?? {}, ports.warn)
    const folder = await SpoolFolder.open(settings.spoolFolder)
    const ingest = new Ingest(settings, folder, ports)
    ingest.#pipeline.enrichment = enrichment
    await ingest.#recover(ports.warn)
    await ingest.#ids.refill()
    await ingest.setRules(settings.rules ?? [])
    return ingest
  }

  /** Takes up events of the store whose windows may still be open. */
  restoreWindows(events: readonly RecentEvent[]): void {
    const now = performance.now()
    for (const event of events) {
      this.#dedup.restoreEvent({ ...event, ts: event.first, extra: {} }, event.id, event.first, now)
    }
  }

  /** Replays the spool to the store and begins to listen; answers the bound addresses by name. */
  async start(): Promise<Record<string, BoundAddress>> {
    for (const parcel of this.#found) this.#delivery.add(parcel)
    this.#found = []
    const { listeners, tcp, timezone = 'UTC', maxMessageBytes = defaultMaxMessageBytes } = this.#settings
    const defaults = { decoding: { timezone, maxMessageBytes }, tcp }
    this.#listeners = await Listeners.open(listeners, this.#pipeline, defaults, this.#ports.warn)
    for (const { name, host, port } of this.#listeners.udpPorts) {
      const account = this.#ledger.account(name)
      this.#udp.push({ account, host, port, before: account.udpDropped })
    }
    this.#figuresTimer = setInterval(() => void this.#sendFigures(Date.now()), figuresIntervalMs)
    await this.#writer.checkDiskSpace()
    this.#saveTimer = setInterval(() => void this.#saveAll(), saveIntervalMs)
    return this.#listeners.addresses
  }

  /** Reads certificates of listeners that have been replaced, at once. */
  async reloadCertificates(): Promise<void> {
    await this.#listeners?.reloadCertificates()
  }

  /** Compiles the rules aside, and puts them in force at once. Of two calls the later one holds. */
  async setRules(files: readonly RuleFile[]): Promise<void> {
    const turn = ++this.#rulesVersion
    const rules = await RuleSet.compile(files)
    if (turn !== this.#rulesVersion) return
    rules.tally.warn = this.#ports.warn
    this.#pipeline.rules = rules.size > 0 ? rules : undefined
  }

  ruleCounts(): RuleCounts {
    return this.#pipeline.rules?.counts ?? { rules: [], unindexed: [] }
  }

  submitIncoming(submission: Submission): Promise<SubmissionAnswer> {
    return this.#receiver.receiveIncoming(submission)
  }

  submitShipper(shipment: ShipperRequest): Promise<ShipperResponse> {
    return this.#receiver.receiveShipper(shipment)
  }

  async counters(): Promise<IntakeCounters> {
    await this.#countDrops()
    const sources = this.#ledger.counts()
    const state = {
      isOpen: this.#pipeline.isOpen,
      windowsEvicted: this.#dedup.evicted,
      spoolBytes: this.#writer.bytes,
      maxSpoolBytes: this.#settings.spool.maxSpoolBytes,
      quarantineRemoved: this.#folder.quarantineRemoved,
    }
    return { ...sumCounts(sources), sources, state }
  }

  /** Resolves once all that was taken before the call is in the store. */
  async flush(): Promise<void> {
    await this.#writer.flush()
    await this.#delivery.flush()
  }

  /** Reads what is under way, commits it and gives the store a moment to take it. */
  async close(): Promise<void> {
    const enough = setTimeout(closeTimeoutMs, undefined, { ref: false })
    clearInterval(this.#figuresTimer)
    clearInterval(this.#saveTimer)
    await this.#listeners?.close()
    await this.#sendFigures(Number.POSITIVE_INFINITY)
    await Promise.race([this.flush().catch(() => {}), enough])
    this.#pipeline.enrichment?.close()
    this.#delivery.stop()
    await this.#saveAll()
    await this.#folder.close()
  }

  /** A file is not in flight any more. */
  #settle({ file }: SpoolBatch): void {
    this.#save(() => this.#folder.journal.settle(path.basename(file), this.#ledger.accounts))
    this.#pipeline.resumeIfOpen()
  }

  /** Counts that cannot be written now are written later, with all that has come by then. */
  #save(write: () => void): void {
    try {
      write()
      this.#isUnsaved = false
    } catch (error) {
      if (!this.#isUnsaved) this.#ports.warn(`The ledger cannot be written, trying again: ${error}`)
      this.#isUnsaved = true
    }
  }

  async #saveAll(): Promise<void> {
    await this.#countDrops()
    await this.#writer.checkDiskSpace()
    const { journal } = this.#folder
    this.#save(() => journal.save(this.#ledger.accounts))
    journal.sync()
  }

  /** Asks the kernel which datagrams it had no room for. */
  async #countDrops(): Promise<void> {
    const drops = await kernelDrops(this.#udp)
    for (const [i, { account, before }] of this.#udp.entries()) {
      const dropped = before + (drops[i] ?? 0)
      if (dropped === account.udpDropped) continue
      account.udpDropped = dropped
      account.isUnsaved = true
    }
  }

  async #sendFigures(now: number): Promise<void> {
    const figures = this.#ledger.perSecond.takeSettled(now)
    if (figures.length === 0) return
    await this.#ports
      .recordFigures(figures)
      .catch(error => this.#ports.warn(`Counts of receipt are lost: ${error}`))
  }

  async #recover(warn: (message: string) => void): Promise<void> {
    const { windowMicros } = this.#settings.dedup
    const now = performance.now()
    const wallNow = Date.now()
    const { journal } = this.#folder
    for (const [source, totals] of journal.totals) this.#ledger.account(source).restore(totals)
    const { found, damaged } = await this.#folder.recover((row, writtenAt) => {
      const age = wallNow - writtenAt
      if (age * 1_000 < windowMicros) this.#dedup.restore(row, row.id, row.first, now - Math.max(0, age))
    }, warn)
    this.#found = found
    this.replayed = { files: found.length, events: eventsIn(found) }
    for (const { manifest } of found) this.#ledger.recordFound(manifest)
    for (const { name, manifest } of damaged) {
      this.#ledger.recordFound(manifest)
      this.#ledger.recordLost(manifest, 'corrupted')
      this.#save(() => journal.settle(name, this.#ledger.accounts))
      for (const old of await this.#folder.quarantine(name, 'broken'))
        warn(quarantineRemovedMessage(old, 'broken'))
    }
  }
}

function eventsIn(found: readonly RecoveredFile[]): number {
  let events = 0
  for (const { manifest } of found)
    for (const { firsts, duplicates } of manifest) events += firsts + duplicates
  return events
}
