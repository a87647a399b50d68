import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { ListenerSet } from '../../metadata/changes/listener-set.ts'
import { onlyNode } from '../../metadata/triggers/recording/batches.ts'
import type {
  MatchRecords,
  MatchWriter,
  NewRecords,
} from '../../metadata/triggers/recording/match-records.ts'
import type { RecordedTrigger } from '../../metadata/triggers/recording/triggers.ts'
import { hasErrorCode } from '../../schema/error-code.ts'
import type { SpoolBatch } from '../../schema/event/row.ts'
import { type BatchMatches, parseBatchMatches } from '../../schema/intake/batch-matches.ts'
import type { TriggerContent } from '../../schema/triggers/trigger.ts'
import type { TriggerCondition } from '../../schema/triggers/trigger-condition.ts'
import type { Log } from '../../telemetry/log.ts'
import type { ActiveSilences } from '../silences/active-silences.ts'
import { type ActiveTimes, activeTimes } from '../windows/active-times.ts'
import { advanceWindows, windowStateKeys } from '../windows/advance-windows.ts'
import { groupFieldOf } from '../windows/evaluators.ts'
import type { Outage } from '../windows/outages.ts'
import {
  maxWindowStates,
  type OwnerHosts,
  type StoredState,
  type WindowAdvance,
  type WindowFire,
} from '../windows/window-state.ts'
import { type Firing, firingsOfCondition, firingsOfMatches } from './firings.ts'
import { type FindSilence, recordsOf } from './records-of.ts'
import { type TriggerTally, tallyMatches } from './tally.ts'

/** What one transaction of the recorder added. */
export interface Recorded {
  /** Actions to run: new ones, and waiting ones that got further matches. */
  runs: number
  /** Ids of triggers with new notifications. */
  notified: readonly number[]
  /** Ids of events that set off triggers with a condition. */
  fired: readonly number[]
  /** Whether a condition must be evaluated by time now (StoredState.due). */
  isDue: boolean
}

/** Maximum bytes of matches files that one transaction records; a larger file has its own transaction. */
const maxBytesAtOnce = 8 * 1024 * 1024

/**
 * Records what triggers matched: counts, states of conditions, notifications and queued actions. The same
 * transaction marks the batch as recorded. So each batch is recorded exactly once, even if it is passed again
 * or the process dies.
 */
export class MatchRecorder {
  readonly #records: MatchRecords
  readonly #log: Log
  readonly #node: number
  readonly #outages: () => readonly Outage[]
  readonly #findSilence: FindSilence
  readonly #listeners: ListenerSet<Recorded>

  /**
   * `node`: number of this node, which received the batches. `outages`: spans in which it received nothing,
   * oldest first.
   */
  constructor(
    records: MatchRecords,
    silences: Pick<ActiveSilences, 'findSilence'>,
    log: Log,
    node: number = onlyNode,
    outages: () => readonly Outage[] = () => [],
  ) {
    this.#records = records
    this.#node = node
    this.#outages = outages
    this.#log = log
    this.#findSilence = (trigger, { event, key }) =>
      silences.findSilence(trigger, event, event === null ? firingKey(trigger, key) : null)
    this.#listeners = new ListenerSet(log, 'could not announce recorded trigger matches')
  }

  /** Calls `listener` after each transaction that added something. Returns the function that removes it. */
  onRecorded(listener: (recorded: Recorded) => void): () => void {
    return this.#listeners.add(listener)
  }

  /** Records the matches of batches whose rows are in the store. */
  async record(batches: readonly SpoolBatch[]): Promise<void> {
    let pending: [sequence: number, matches: BatchMatches][] = []
    let bytes = 0
    for (const { sequence, matches: file } of batches) {
      if (file === undefined) continue
      const found = await readMatches(file, message => this.#log.warn({ room: 'alerts' }, message))
      if (found === undefined) continue
      if (bytes + found.bytes > maxBytesAtOnce && pending.length > 0) {
        await this.#recordAll(pending)
        pending = []
        bytes = 0
      }
      pending.push([sequence, found.matches])
      bytes += found.bytes
    }
    if (pending.length > 0) await this.#recordAll(pending)
  }

  /**
   * Evaluates a trigger's condition without new matches, and records its firings. `advance` evaluates the
   * stored states of these keys, within the transaction. `ownerHosts`: the hosts that the trigger's owner may
   * see. Does nothing if the trigger is deleted, or has another condition than `expected`: another node
   * knows the new condition already, and wrote the states.
   */
  async recordWindows(
    triggerId: number,
    keys: Iterable<string>,
    advance: (states: ReadonlyMap<string, StoredState>) => WindowAdvance,
    ownerHosts: OwnerHosts = null,
    expected?: Pick<TriggerContent, 'condition' | 'active_hours'>,
  ): Promise<void> {
    const recorded = await this.#records.write(async writer => {
      const trigger = (await writer.triggers([triggerId])).get(triggerId)
      if (trigger === undefined || trigger.content.condition === null) return undefined
      if (expected !== undefined && !isSameCondition(trigger.content, expected)) return undefined
      const advanced = advance(await writer.loadStates(triggerId, keys))
      const records = noRecords()
      const isDue = await saveStates(writer, triggerId, advanced)
      // Starts the idempotency keys of the actions (recordsOf). There is no batch number to make it unique.
      const prefix = `${triggerId}-w${randomBytes(8).toString('hex')}`
      const fires = advanced.fires.length
      if (fires > 0) records.hits.push({ triggerId, hits: 0, fires, last: 0 })
      this.#addFiringsOfCondition(records, trigger, advanced.fires, { samples: [], ownerHosts }, prefix)
      return addRecords(writer, records, isDue)
    })
    if (recorded !== undefined) this.#notifyListeners(recorded)
  }

  /** Records the matches of these batches in one transaction. Skips batches that are recorded already. */
  async #recordAll(batches: readonly (readonly [sequence: number, matches: BatchMatches])[]): Promise<void> {
    const recorded = await this.#records.write(async writer => {
      const unrecorded = await writer.markRecorded(
        this.#node,
        batches.map(([sequence]) => sequence),
      )
      const tallies = tallyMatches(batches.filter(([sequence]) => unrecorded.has(sequence)))
      if (tallies.size === 0) return undefined
      const triggers = await writer.triggers([...tallies.keys()])
      const records = noRecords()
      let isDue = false
      for (const tally of tallies.values()) {
        const trigger = triggers.get(tally.id)
        if (trigger === undefined) continue
        const { id, hits, last } = tally
        const prefix =
          this.#node === onlyNode ? `${id}-${tally.sequence}` : `${id}-n${this.#node}-${tally.sequence}`
        const { condition, active_hours } = trigger.content
        if (condition === null) {
          if (hits > 0) records.hits.push({ triggerId: id, hits, fires: hits, last })
          this.#addFirings(records, trigger, firingsOfMatches(tally), prefix)
          continue
        }
        if (tally.keysOmitted > 0) {
          const omitted = `${tally.keysOmitted} matches, whose values were too many at once`
          this.#log.warn({ room: 'alerts' }, `the condition of trigger ${id} does not count ${omitted}`)
        }
        const times = activeTimes(active_hours, this.#outages())
        const advance = await advanceStates(writer, condition, times, tally)
        if (await saveStates(writer, tally.id, advance)) isDue = true
        const fires = advance.fires.length
        if (hits > 0 || fires > 0) records.hits.push({ triggerId: id, hits, fires, last })
        this.#addFiringsOfCondition(records, trigger, advance.fires, tally, prefix)
      }
      return addRecords(writer, records, isDue)
    })
    if (recorded !== undefined) this.#notifyListeners(recorded)
    await this.#records.trim(this.#node, batches.length)
  }

  /** Adds the firings of a condition, and their events. */
  #addFiringsOfCondition(
    records: NewRecords,
    trigger: RecordedTrigger,
    fires: readonly WindowFire[],
    { samples, ownerHosts }: Pick<TriggerTally, 'samples' | 'ownerHosts'>,
    prefix: string,
  ): void {
    const { condition, group_by } = trigger.content
    if (condition === null || fires.length === 0) return
    const firings = firingsOfCondition(fires, condition, group_by, samples, ownerHosts)
    for (const { event } of firings) {
      if (event !== null) records.fires.push({ triggerId: trigger.id, eventId: event.id, eventAt: event.ts })
    }
    this.#addFirings(records, trigger, firings, prefix)
  }

  /** Adds the notifications and actions of firings. */
  #addFirings(
    records: NewRecords,
    trigger: RecordedTrigger,
    firings: readonly Firing[],
    prefix: string,
  ): void {
    const { notifications, runs } = recordsOf(trigger, firings, prefix, this.#findSilence)
    for (const notification of notifications) records.notifications.push(notification)
    for (const run of runs) records.runs.push(run)
  }

  #notifyListeners(recorded: Recorded): void {
    const { runs, notified, fired, isDue } = recorded
    if (runs > 0 || notified.length > 0 || fired.length > 0 || isDue) this.#listeners.notify(recorded)
  }
}

/** Whether two versions of a trigger evaluate the same condition at the same times. */
function isSameCondition(
  one: Pick<TriggerContent, 'condition' | 'active_hours'>,
  other: Pick<TriggerContent, 'condition' | 'active_hours'>,
): boolean {
  const timesAndCondition = ({ condition, active_hours }: typeof one) => [condition, active_hours]
  return isDeepStrictEqual(timesAndCondition(one), timesAndCondition(other))
}

function noRecords(): NewRecords {
  return { hits: [], fires: [], notifications: [], runs: [] }
}

/** Evaluates the stored states of a condition with new matches. */
async function advanceStates(
  writer: MatchWriter,
  condition: TriggerCondition,
  times: ActiveTimes,
  { id, keys, followerKeys, ownerHosts }: TriggerTally,
): Promise<WindowAdvance> {
  const states = await writer.loadStates(id, windowStateKeys(condition, keys, followerKeys))
  const nowSeconds = writer.now / 1_000_000
  // Not ordered: a file that the store refused at first is delivered after newer files.
  const evaluation = { nowSeconds, times, hosts: ownerHosts, isOrdered: false }
  return advanceWindows(condition, states, { keys, followerKeys }, evaluation)
}

/** Stores states. Returns whether one of them must be evaluated now. */
async function saveStates(
  writer: MatchWriter,
  triggerId: number,
  { states }: WindowAdvance,
): Promise<boolean> {
  if (states.size === 0) return false
  await writer.saveStates(triggerId, states, maxWindowStates)
  const now = writer.now / 1_000_000
  return Array.from(states.values()).some(state => state !== null && state.due !== null && state.due <= now)
}

/** Stores the other records, and returns what listeners are notified of. */
async function addRecords(writer: MatchWriter, records: NewRecords, isDue: boolean): Promise<Recorded> {
  const runs = await writer.add(records)
  const notified = [...new Set(records.notifications.map(({ triggerId }) => triggerId))]
  return { runs, notified, fired: records.fires.map(({ eventId }) => eventId), isDue }
}

/** The field and value by which a silence applies to a firing without an event, such as an absence. */
function firingKey({ content }: RecordedTrigger, value: string): { field: string; value: string } | null {
  const { condition, group_by } = content
  const field = group_by ?? (condition === null ? null : groupFieldOf(condition))
  return field === null || value === '' ? null : { field, value }
}

/** Larger files are damaged: ingest never writes them, even with the maximum number of triggers. */
const maxFileBytes = 128 * 1024 * 1024

/** The content of a matches file, which has the trigger matches of one spooled batch, and its size. */
interface ReadMatches {
  matches: BatchMatches
  bytes: number
}

/**
 * Reads a matches file. If the file is missing or damaged, logs a warning and returns undefined. Throws if
 * the disk cannot be read.
 */
async function readMatches(file: string, warn: (message: string) => void): Promise<ReadMatches | undefined> {
  const lost = (why: string): undefined => {
    warn(`${path.basename(file)} ${why}: the trigger matches of this batch are neither counted nor reported`)
  }
  try {
    const { size } = await stat(file)
    if (size > maxFileBytes) return lost(`has ${size} bytes, which is more than any match file has`)
    const text = await readFile(file, 'utf8')
    const matches = parseBatchMatches(text)
    return matches === undefined ? lost('is damaged') : { matches, bytes: size }
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return lost('is missing')
    throw error
  }
}
