import { setTimeout } from 'node:timers/promises'
import type { Figure } from '../../schema/figure.ts'
import type { RuleFile } from '../../schema/rule.ts'
import { Deduplicator } from '../dedup/deduplicator.ts'
import { HttpReceiver } from '../http/receiver.ts'
import { EventIds } from '../ids.ts'
import type { IntakeCounters, Reply, Shipment, Submission, SubmissionAnswer } from '../intake.ts'
import type { Account } from '../ledger/account.ts'
import { sumOf } from '../ledger/balance.ts'
import { Ledger } from '../ledger/ledger.ts'
import { kernelDrops } from '../listen/kernel-drops.ts'
import { SyslogTcp } from '../listen/syslog-tcp.ts'
import { SyslogUdp } from '../listen/syslog-udp.ts'
import { Pipeline } from '../pipeline.ts'
import { RuleSet } from '../rules/rule-set.ts'
import type { RuleCounts } from '../rules/tally.ts'
import { Delivery, type Sink } from '../spool/delivery.ts'
import { type FoundBatch, SpoolFolder } from '../spool/folder.ts'
import { SpoolWriter } from '../spool/writer.ts'
import { defaultMaxMessageBytes } from '../syslog/context.ts'
import { zoneNamed } from '../syslog/zone.ts'
import type { IngestSettings, RecentEvent } from './messages.ts'

export interface IngestDoors {
  sink: Sink
  /** Answers the first of so many ids. */
  reserveIds: (size: number) => Promise<number>
  warn: (message: string) => void
  /** Takes what came in, by the second; see Receipts. Resolves when it is taken. */
  receipts: (figures: Figure[]) => Promise<void>
}

/** Milliseconds between two tellings of what came in. */
const receiptsInterval = 5_000
/** A clean end takes no longer: what is not delivered by then is replayed at the next start. */
const closingMillis = 4_000

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
  readonly #listeners: (SyslogTcp | SyslogUdp)[] = []
  readonly #udp: { account: Account; port: number; before: number }[] = []
  readonly #ledger: Ledger
  readonly #doors: IngestDoors
  #telling: NodeJS.Timeout | undefined
  #found: FoundBatch[] = []
  #ruleTurn = 0

  private constructor(settings: IngestSettings, folder: SpoolFolder, doors: IngestDoors) {
    const ledger = new Ledger()
    this.#ledger = ledger
    this.#doors = doors
    this.#settings = settings
    this.#folder = folder
    this.#ids = new EventIds(doors.reserveIds, settings.idBlock)
    this.#dedup = new Deduplicator(this.#ids, settings.dedup)
    const relieved = (): void => this.#pipeline.relieved()
    this.#delivery = new Delivery(
      doors.sink,
      settings.spool.keptFiles,
      parcel => {
        ledger.delivered(parcel.manifest)
        relieved()
      },
      doors.warn,
    )
    this.#writer = new SpoolWriter(folder, this.#delivery, ledger, settings.spool, relieved, doors.warn)
    const parts = { ledger, writer: this.#writer, dedup: this.#dedup, ids: this.#ids }
    this.#pipeline = new Pipeline(parts, settings.tolerance, doors.warn)
    this.#receiver = new HttpReceiver(this.#pipeline, folder.keys, settings.http)
  }

  /** Reads what earlier runs left in the spool; listens to nothing yet. */
  static async open(settings: IngestSettings, doors: IngestDoors): Promise<Ingest> {
    const folder = await SpoolFolder.open(settings.spoolFolder)
    const ingest = new Ingest(settings, folder, doors)
    await ingest.#recover(doors.warn)
    await ingest.#ids.refill()
    await ingest.setRules(settings.rules ?? [])
    return ingest
  }

  /** Takes up events of the store whose windows may still be open. */
  restore(events: readonly RecentEvent[]): void {
    const now = performance.now()
    for (const event of events) {
      this.#dedup.restoreEvent({ ...event, ts: event.first, extra: {} }, event.id, event.first, now)
    }
  }

  /** Replays the spool to the store and begins to listen; answers the bound addresses by name. */
  async start(): Promise<Record<string, { host: string; port: number }>> {
    for (const { batch, bytes } of this.#found) this.#delivery.add({ batch, bytes, manifest: [] })
    this.#found = []
    const addresses: Record<string, { host: string; port: number }> = {}
    const { listeners, tcp, timezone = 'UTC', maxMessageBytes = defaultMaxMessageBytes } = this.#settings
    const reading = { zone: zoneNamed(timezone), maxMessageBytes }
    for (const at of listeners) {
      const listener =
        at.protocol === 'udp'
          ? await SyslogUdp.listen(at, this.#pipeline, reading)
          : await SyslogTcp.listen(at, this.#pipeline, reading, tcp)
      this.#listeners.push(listener)
      addresses[at.name] = listener.address
      if (at.protocol === 'udp') {
        const account = this.#ledger.account(at.name)
        this.#udp.push({ account, port: listener.address.port, before: account.udpDropped })
      }
    }
    this.#telling = setInterval(() => void this.#tellReceipts(Date.now()), receiptsInterval)
    return addresses
  }

  /** Compiles the rules aside, and puts them in force at once. Of two calls the later one holds. */
  async setRules(files: readonly RuleFile[]): Promise<void> {
    const turn = ++this.#ruleTurn
    const rules = await RuleSet.compile(files)
    if (turn !== this.#ruleTurn) return
    rules.tally.warn = this.#doors.warn
    this.#pipeline.rules = rules.size > 0 ? rules : undefined
  }

  ruleCounts(): RuleCounts {
    return this.#pipeline.rules?.counts ?? { rules: [], unindexed: [] }
  }

  submit(submission: Submission): Promise<SubmissionAnswer> {
    return this.#receiver.receive(submission)
  }

  receive(shipment: Shipment): Promise<Reply> {
    return this.#receiver.receiveShipment(shipment)
  }

  async counters(): Promise<IntakeCounters> {
    await this.#countDrops()
    const sources = this.#ledger.counts()
    return { ...sumOf(sources), sources }
  }

  /** Resolves once all that was taken before the call is in the store. */
  async flush(): Promise<void> {
    await this.#writer.flush()
    await this.#delivery.delivered()
  }

  /** Reads what is under way, commits it and gives the store a moment to take it. */
  async close(): Promise<void> {
    const enough = setTimeout(closingMillis, undefined, { ref: false })
    clearInterval(this.#telling)
    await Promise.all(this.#listeners.map(listener => listener.close()))
    await this.#tellReceipts(Number.POSITIVE_INFINITY)
    await Promise.race([this.flush().catch(() => {}), enough])
    this.#delivery.stop()
    await this.#folder.close()
  }

  /** Asks the kernel which datagrams it had no room for. */
  async #countDrops(): Promise<void> {
    for (const { account, port, before } of this.#udp) {
      account.udpDropped = before + (await kernelDrops(new Set([port])))
    }
  }

  async #tellReceipts(now: number): Promise<void> {
    const figures = this.#ledger.receipts.take(now)
    if (figures.length === 0) return
    await this.#doors
      .receipts(figures)
      .catch(error => this.#doors.warn(`Counts of receipt are lost: ${error}`))
  }

  async #recover(warn: (message: string) => void): Promise<void> {
    const { windowMicros } = this.#settings.dedup
    const now = performance.now()
    const wallNow = Date.now()
    this.#found = await this.#folder.recover((row, writtenAt) => {
      const age = wallNow - writtenAt
      if (age * 1_000 < windowMicros) this.#dedup.restore(row, row.id, row.first, now - Math.max(0, age))
    }, warn)
  }
}
