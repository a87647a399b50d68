import { setTimeout } from 'node:timers/promises'
import type { FilterCost } from '../../schema/filter/filter-cost.ts'
import type { HostActivity } from '../../schema/intake/ingest-health.ts'
import type { RuleFile } from '../../schema/intake/rule.ts'
import type { RetentionClasses } from '../../schema/store/retention.ts'
import type { ShipperRequest, ShipperResponse, Submission, SubmissionAnswer } from '../body/submission.ts'
import { Deduplicator } from '../dedup/deduplicator.ts'
import { Enrichment } from '../enrichment.ts'
import { EventIds } from '../event/event-ids.ts'
import { HttpReceiver } from '../http/http-receiver.ts'
import { sumCounts } from '../ledger/balance.ts'
import { Ledger } from '../ledger/ledger.ts'
import { type BoundAddress, Listeners } from '../listen/listeners.ts'
import { Pipeline } from '../pipeline.ts'
import type { RuleCounts } from '../rules/rule-counters.ts'
import { RuleSet } from '../rules/rule-set.ts'
import { Delivery } from '../spool/delivery.ts'
import type { KeptFile } from '../spool/kept-files.ts'
import { quarantineRemovedMessage } from '../spool/lost-files.ts'
import { SpoolFolder } from '../spool/spool-folder.ts'
import { sequenceOf } from '../spool/spool-name.ts'
import { SpoolWriter } from '../spool/spool-writer.ts'
import type { SpooledFile } from '../spool/spooled-file.ts'
import { defaultMaxMessageBytes } from '../syslog/parts/context.ts'
import type { TriggerInForce } from '../triggers/trigger-in-force.ts'
import { TriggerSet } from '../triggers/trigger-set.ts'
import type { IngestSettings } from './ingest-settings.ts'
import type { IntakeCounters, ReplayedSpool } from './intake.ts'
import { LedgerSaver } from './ledger-saver.ts'
import type { IngestPorts, RecentEvent } from './ports.ts'

/** Result of starting ingest. */
export interface IngestStarted {
  addresses: Record<string, BoundAddress>
  replayed: ReplayedSpool
}

const dayMicros = 86_400_000_000
const figuresIntervalMs = 5_000
const saveIntervalMs = 1_000
/** Outages that are shorter are not recorded: senders do not notice them. */
const minOutageMs = 2_000
const defaultCloseTimeoutMs = 4_000
/**
 * Time at which lost files count as settled. It is so long ago that the next start does not give a file that
 * is still in the folder to the store again.
 */
const lostAt = 0

/** Ingest as a whole. Runs in the worker thread; the main process calls its methods. */
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
  readonly #ledger = new Ledger()
  readonly #saver: LedgerSaver
  readonly #ports: IngestPorts
  #figuresTimer: NodeJS.Timeout | undefined
  #saveTimer: NodeJS.Timeout | undefined
  /** Ends a pause of the delivery; undefined unless paused. */
  #pauseTimer: NodeJS.Timeout | undefined
  /** Files of earlier runs for the store, until `start` adds them to the delivery. */
  #recovered: SpooledFile[] = []
  /** Files of earlier runs, settled too long ago to be delivered again, until `start` passes them on. */
  #kept: KeptFile[] = []
  /** When ingest stopped accepting events, Unix milliseconds; undefined while it accepts them. */
  #closedSince: number | undefined
  // Numbers of the last calls of setRules and setTriggers.
  #rulesVersion = 0
  #triggersVersion = 0

  private constructor(settings: IngestSettings, folder: SpoolFolder, ports: IngestPorts) {
    const ledger = this.#ledger
    const saver = new LedgerSaver(ledger, folder.journal, ports.warn)
    this.#saver = saver
    this.#ports = ports
    this.#settings = settings
    this.#folder = folder
    this.#ids = new EventIds(ports.reserveIds, { size: settings.idBlock, step: settings.idStep ?? 1 })
    this.#dedup = new Deduplicator(this.#ids, settings.dedup)
    // Called when the pipeline may be open again.
    const onCapacity = (): void => {
      this.#watchIntake()
      this.#pipeline.resumeIfOpen()
    }
    const settle = (file: SpooledFile, at: number): void => {
      saver.settle(file.name, at)
      onCapacity()
    }
    this.#delivery = new Delivery(
      { sink: ports.sink, slowOutcome: ports.slowOutcome },
      folder,
      settings.spool.maxKeptFiles,
      {
        delivered: file => {
          ledger.recordDelivered(file.manifest)
          settle(file, Date.now())
        },
        lost: (file, reason) => {
          ledger.recordLost(file.manifest, reason)
          settle(file, lostAt)
          ports.abandon?.(sequenceOf(file.name) ?? 0)
        },
      },
      ports.warn,
    )
    this.#writer = new SpoolWriter(folder, this.#delivery, ledger, settings.spool, onCapacity, ports.warn)
    const save = (): void => saver.save()
    const parts = { ledger, writer: this.#writer, dedup: this.#dedup, ids: this.#ids, save }
    this.#pipeline = new Pipeline(parts, settings.tolerance, ports.warn)
    this.restoreHosts(settings.hosts ?? [])
    this.#receiver = new HttpReceiver(this.#pipeline, folder.keys, settings.http, settings.encoding)
  }

  /** Reads the files that earlier runs left in the spool. Does not listen yet. */
  static async open(settings: IngestSettings, ports: IngestPorts): Promise<Ingest> {
    const enrichment = await Enrichment.open(settings.enrichment ?? {}, ports.warn)
    const folder = await SpoolFolder.open(settings.spoolFolder)
    const ingest = new Ingest(settings, folder, ports)
    ingest.#pipeline.enrichment = enrichment
    const progress = () => ports.progress?.()
    await ingest.#recover(ports.warn, progress)
    await ingest.#ids.refill()
    progress()
    await ingest.setRules(settings.rules ?? [])
    progress()
    await ingest.setTriggers(settings.triggers ?? [])
    progress()
    return ingest
  }

  /** Restores the deduplication windows of events in the store. */
  restoreWindows(events: readonly RecentEvent[]): void {
    // The events have no time of writing: assumes the latest possible one.
    const now = performance.now()
    for (const event of events) {
      const { id, first, triggers } = event
      this.#dedup.restoreEvent({ ...event, ts: first, extra: {} }, id, first, now, triggers)
    }
  }

  /** Restores the activity of hosts of an earlier run, also after events of this run. */
  restoreHosts(hosts: readonly HostActivity[]): void {
    this.#pipeline.hosts.restore(hosts, Date.now() * 1_000)
  }

  /** Gives the recovered files to the delivery, and starts to listen. Called once, after `open`. */
  async start(): Promise<IngestStarted> {
    const { isNew, lastAlive } = this.#folder.journal
    // Without a journal, nothing is known of earlier runs: the outage begins at 0.
    await this.#recordOutage(isNew ? 0 : lastAlive)
    const replayed = { files: this.#recovered.length, events: countEvents(this.#recovered) }
    for (const file of this.#kept.splice(0)) {
      await this.#delivery.keep(file)
      this.#ports.progress?.()
    }
    for (const file of this.#recovered.splice(0)) this.#delivery.add(file)
    const {
      listeners,
      tcp,
      timezone = 'UTC',
      encoding = 'windows-1252',
      maxMessageBytes = defaultMaxMessageBytes,
    } = this.#settings
    const defaults = { timezone, encoding, maxMessageBytes, tcp }
    this.#listeners = await Listeners.open(listeners, this.#pipeline, defaults, this.#ports.warn)
    this.#saver.watchDrops(this.#listeners.udpPorts)
    this.#figuresTimer = setInterval(() => void this.#sendFigures(Date.now()), figuresIntervalMs)
    await this.#writer.checkDiskSpace()
    this.#saveTimer = setInterval(() => void this.#saveAll(), saveIntervalMs)
    return { addresses: this.#listeners.addresses, replayed }
  }

  async reloadCertificates(): Promise<void> {
    await this.#listeners?.reloadCertificates()
  }

  /** Compiles rules and puts them in force. Of two calls the later one wins. */
  async setRules(files: readonly RuleFile[]): Promise<void> {
    const version = ++this.#rulesVersion
    const rules = await RuleSet.compile(files)
    if (version !== this.#rulesVersion) return
    rules.counters.warn = this.#ports.warn
    this.#pipeline.rules = rules.size > 0 ? rules : undefined
  }

  /** Compiles triggers and puts them in force. Of two calls the later one wins. */
  async setTriggers(triggers: readonly TriggerInForce[]): Promise<void> {
    const version = ++this.#triggersVersion
    const compiled = await TriggerSet.compile(triggers)
    if (version !== this.#triggersVersion) return
    compiled.counters.warn = this.#ports.warn
    this.#pipeline.triggers = compiled.size > 0 ? compiled : undefined
  }

  /** Refuses events older than `days` or the days of their class, which the store would drop. */
  limitAge(days: number, classes: RetentionClasses = {}): void {
    const classMicros = Object.entries(classes).map(([name, age]) => [name, age * dayMicros] as const)
    this.#pipeline.limitAge(days * dayMicros, new Map(classMicros))
  }

  /** Refuses events that this installation has forwarded, from now on. */
  refuseLoops(instance: string): void {
    this.#pipeline.instance = instance
  }

  triggerCosts(): FilterCost[] {
    return this.#pipeline.triggers?.costs ?? []
  }

  ruleCounts(): RuleCounts {
    return this.#pipeline.rules?.counts ?? { rules: [], unindexed: [] }
  }

  submitIncoming(request: Submission): Promise<SubmissionAnswer> {
    return this.#receiver.receiveIncoming(request)
  }

  submitShipper(request: ShipperRequest): Promise<ShipperResponse> {
    return this.#receiver.receiveShipper(request)
  }

  async counters(): Promise<IntakeCounters> {
    await this.#saver.countDrops()
    const sources = this.#ledger.counts()
    const state = {
      isOpen: this.#pipeline.isOpen,
      windowsEvicted: this.#dedup.evicted,
      spoolBytes: this.#writer.bytes,
      maxSpoolBytes: this.#settings.spool.maxSpoolBytes,
      heldFiles: this.#delivery.heldFiles,
      quarantineRemoved: this.#folder.quarantineRemoved,
      freeBytes: this.#writer.freeBytes,
      minFreeBytes: this.#settings.spool.minFreeBytes ?? 0,
      deliveryLagMs: Math.max(0, Date.now() - this.deliveredUntil()),
    }
    return { ...sumCounts(sources), sources, state }
  }

  /** See Intake.deliveredUntil. */
  deliveredUntil(): number {
    this.#watchIntake()
    const now = Date.now()
    return Math.min(this.#writer.undeliveredSince ?? now, this.#closedSince ?? now)
  }

  hosts(): HostActivity[] {
    return this.#pipeline.hosts.list(Date.now() * 1_000)
  }

  /**
   * Stops giving files to the store until `resumeDelivery`, for at most `maxMs`. Resolves when all running
   * deliveries have ended. The spool continues to accept events.
   */
  async pauseDelivery(maxMs: number): Promise<void> {
    this.#pauseTimer ??= globalThis.setTimeout(() => this.resumeDelivery(), maxMs)
    await this.#delivery.pause()
  }

  /** Returns false if delivery was no longer paused. */
  resumeDelivery(): boolean {
    const wasPaused = this.#pauseTimer !== undefined
    clearTimeout(this.#pauseTimer)
    this.#pauseTimer = undefined
    this.#delivery.resume()
    return wasPaused
  }

  /** Links everything that the store does not have into a folder; see SpoolFolder.link. */
  linkSpool(target: string): Promise<void> {
    return this.#folder.link(target)
  }

  /** Resolves once the store has taken or refused everything that was committed before the call. */
  async deliver(): Promise<void> {
    await this.#delivery.flush()
  }

  /** Resolves once the store has taken or refused everything that was received before the call. */
  async flush(): Promise<void> {
    await this.#writer.flush()
    await this.#delivery.flush()
  }

  /** Reads pending bytes, commits them, and gives the store some time to take them. */
  async close(): Promise<void> {
    const timeoutMs = this.#settings.closeTimeoutMs ?? defaultCloseTimeoutMs
    const timedOut = setTimeout(timeoutMs, undefined, { ref: false })
    clearInterval(this.#figuresTimer)
    clearInterval(this.#saveTimer)
    this.resumeDelivery()
    await this.#saver.countDrops()
    await this.#listeners?.close()
    await this.#sendFigures(Number.POSITIVE_INFINITY)
    await Promise.race([this.flush().catch(() => {}), timedOut])
    this.#pipeline.enrichment?.close()
    this.#delivery.stop()
    await this.#saveAll()
    await this.#folder.close()
  }

  async #saveAll(): Promise<void> {
    this.#watchIntake()
    await this.#writer.checkDiskSpace()
    await this.#saver.saveAll()
  }

  /**
   * Notes when ingest stops accepting events, and records the outage once it accepts them again. Called every
   * second, when ingest may accept events again, and before `deliveredUntil` uses the noted time.
   */
  #watchIntake(): void {
    if (!this.#pipeline.isOpen) {
      this.#closedSince ??= Date.now()
      return
    }
    const since = this.#closedSince
    this.#closedSince = undefined
    if (since !== undefined && Date.now() - since >= minOutageMs) void this.#recordOutage(since)
  }

  async #recordOutage(since: number): Promise<void> {
    try {
      await this.#ports.recordOutage?.(since, Date.now())
    } catch (error) {
      this.#ports.warn(`Triggers do not know since when nothing was received: ${error}`)
    }
  }

  /** Sends the counts of the seconds that are settled at `now` (Unix milliseconds; Infinity: all). */
  async #sendFigures(now: number): Promise<void> {
    const figures = this.#ledger.perSecond.takeSettled(now)
    if (figures.length === 0) return
    try {
      await this.#ports.recordFigures?.(figures)
    } catch (error) {
      this.#ports.warn(`Counts of receipt are lost: ${error}`)
    }
  }

  /** Restores counts, ids and windows from the spool of earlier runs. Quarantines damaged files. */
  async #recover(warn: (message: string) => void, progress: () => void): Promise<void> {
    const { windowMicros } = this.#settings.dedup
    const now = performance.now()
    const wallNow = Date.now()
    for (const [source, totals] of this.#folder.journal.totals) this.#ledger.account(source).restore(totals)
    const { found, kept, damaged, lastId } = await this.#folder.recover(
      wallNow - windowMicros / 1_000,
      (row, writtenAt) => {
        this.#ids.skipPast(row.id)
        const age = wallNow - writtenAt
        if (age * 1_000 < windowMicros) this.#dedup.restore(row, row.id, row.first, now - Math.max(0, age))
      },
      warn,
      progress,
    )
    this.#ids.skipPast(lastId)
    this.#recovered = found
    this.#kept = kept
    for (const { manifest } of found) this.#ledger.recordFound(manifest)
    for (const { name, manifest } of damaged) {
      this.#ledger.recordFound(manifest)
      this.#ledger.recordLost(manifest, 'corrupted')
      this.#saver.settle(name, lostAt)
      for (const old of await this.#folder.quarantine(name, 'broken'))
        warn(quarantineRemovedMessage(old, 'broken'))
    }
  }
}

function countEvents(files: readonly SpooledFile[]): number {
  let events = 0
  for (const { manifest } of files)
    for (const { firsts, duplicates } of manifest) events += firsts + duplicates
  return events
}
