import { Repeater } from '../../async/repeater.ts'
import { matcherCompiler, matcherSteps } from '../../filter/match/matcher.ts'
import { parseFilter } from '../../filter/parse/parse-filter.ts'
import { parseFieldName } from '../../filter/predicate/field.ts'
import { StepBudget, withinSteps } from '../../filter/regex/step-budget.ts'
import type { Permission } from '../../metadata/identity/identity.ts'
import { restrictedTo, rightsOf } from '../../query/life/rights.ts'
import { EVENT_UNKNOWN, type StoredEvent } from '../../schema/event/event.ts'
import type { Filter } from '../../schema/filter/condition.ts'
import type { Log } from '../../telemetry/log.ts'

/** Polling interval: no change event announces that the permissions of an owner have changed. */
const readIntervalMs = 2_000

/** A silence that has not ended. Times are Unix microseconds. */
interface StoredSilence {
  id: number
  ownerId: number
  filter: Filter
  /** Empty: all triggers that the owner may change. */
  triggerIds: readonly number[]
  startsAt: number
  endsAt: number
}

/** The part of metadata with the silences and the rights of their owners. */
export interface SilenceSource {
  /** Silences that have not ended. */
  readCurrent(): Promise<readonly StoredSilence[]>
  onChange(listener: () => void): () => void
  /** undefined: the user is deleted or disabled. */
  getOwnerRights(
    userId: number,
  ): Promise<{ permissions: ReadonlySet<Permission>; hosts: readonly string[] } | undefined>
}

/** A trigger that is about to fire. */
export interface FiringTrigger {
  id: number
  ownerId: number
}

/** Step budget for one event, shared by the regular expressions of all silences of an owner: about 50 ms. */
const ownerSteps = { ...matcherSteps, run: 1_000_000 }

type EventTest = (event: StoredEvent) => boolean

interface CompiledSilence extends Omit<StoredSilence, 'filter' | 'triggerIds'> {
  /** undefined: all triggers that the owner may change. */
  triggerIds: ReadonlySet<number> | undefined
  /**
   * Tests events of the owner's own triggers. It need not check hosts: these triggers match only hosts that
   * the owner may see.
   */
  matchesOwn: EventTest
  /** Tests events of other users' triggers; undefined: the silence does not apply to them. */
  matchesOthers: EventTest | undefined
}

/** Silences with the budgets that they were compiled with: both are replaced together. */
interface CompiledSilences {
  silences: readonly CompiledSilence[]
  /** Step budgets of the owners, renewed for each event. */
  budgets: readonly StepBudget[]
}

/**
 * The silences in force: current silences whose owners may use triggers. A silence applies to
 * other users' triggers only if its owner has manage_triggers.
 */
export class ActiveSilences {
  readonly #source: SilenceSource
  readonly #now: () => number
  readonly #reads: Repeater
  readonly #stopListening: () => void
  #current: CompiledSilences = { silences: [], budgets: [] }

  /** `now`: Unix microseconds. Call `load` before anything else. */
  constructor(source: SilenceSource, log: Log, now: () => number = () => Date.now() * 1_000) {
    this.#source = source
    this.#now = now
    this.#reads = new Repeater(
      async () => {
        this.#current = await this.#read()
      },
      error => log.error({ room: 'alerts', err: error }, 'could not bring changed silences into force'),
    )
    this.#stopListening = source.onChange(() => void this.#reads.run())
  }

  /** Reads the silences. From then on reads them again after each change. */
  async load(): Promise<void> {
    this.#current = await this.#read()
    this.#reads.start(readIntervalMs)
  }

  /**
   * The id of a silence that suppresses this firing now; undefined if no silence does. A trigger may fire
   * without an event (null): silences then test an event that has only the field of `key`.
   */
  silencing(
    trigger: FiringTrigger,
    event: StoredEvent | null,
    key: FiringKey | null = null,
  ): number | undefined {
    const { silences, budgets } = this.#current
    if (silences.length === 0) return undefined
    const now = this.#now()
    const judged = event ?? eventOfKey(key, now)
    for (const budget of budgets) budget.renew()
    const found = silences.find(silence => {
      if (now < silence.startsAt || now >= silence.endsAt) return false
      if (silence.triggerIds !== undefined && !silence.triggerIds.has(trigger.id)) return false
      const matches = silence.ownerId === trigger.ownerId ? silence.matchesOwn : silence.matchesOthers
      // A silence that takes too many steps suppresses nothing.
      return withinSteps(() => matches?.(judged) === true, false)
    })
    return found?.id
  }

  /**
   * Reads the silences and the rights of their owners again. Resolves when all earlier changes are in force.
   */
  refresh(): Promise<void> {
    return this.#reads.run()
  }

  close(): Promise<void> {
    this.#stopListening()
    return this.#reads.close()
  }

  async #read(): Promise<CompiledSilences> {
    const stored = await this.#source.readCurrent()
    const owners = [...new Set(stored.map(({ ownerId }) => ownerId))]
    const rights = new Map(
      await Promise.all(owners.map(async id => [id, await this.#source.getOwnerRights(id)] as const)),
    )
    // Shared, since all silences test the same event one after the other: each message is folded and split
    // once.
    const compile = matcherCompiler()
    const budgets = new Map(owners.map(id => [id, new StepBudget(ownerSteps)]))
    const silences = stored.flatMap(({ filter, triggerIds, ...silence }) => {
      const owner = rights.get(silence.ownerId)
      const parsed = parseFilter(filter)
      if (owner === undefined || !owner.permissions.has('triggers') || 'faults' in parsed) return []
      const { predicate } = parsed
      return {
        ...silence,
        triggerIds: triggerIds.length === 0 ? undefined : new Set(triggerIds),
        matchesOwn: compile(predicate, budgets.get(silence.ownerId)),
        matchesOthers: owner.permissions.has('manage_triggers')
          ? compile(restrictedTo(rightsOf(owner.hosts), predicate), budgets.get(silence.ownerId))
          : undefined,
      }
    })
    return { silences, budgets: [...budgets.values()] }
  }
}

/** The field value for which a trigger fires without an event, such as a host that sent nothing. */
export interface FiringKey {
  field: string
  value: string
}

/** An event with at most one known field, in the form that filters read. */
export function eventOfKey(key: FiringKey | null, ts: number): StoredEvent {
  const texts = { host: '', program: '', cisco_mnemonic: '', message: '' }
  const numbers = { severity: 0, facility: 0, status: 0 }
  const tags: Record<string, string> = Object.create(null)
  if (key !== null) {
    const { field, value } = key
    const named = parseFieldName(field)
    if (named.kind === 'tag') tags[named.field.tag.at(-1) ?? field] = value
    else if (Object.hasOwn(texts, field)) Object.assign(texts, { [field]: value })
    else if (Object.hasOwn(numbers, field)) Object.assign(numbers, { [field]: Number(value) })
  }
  return {
    id: 0,
    ts,
    last: ts,
    counter: 1,
    type: EVENT_UNKNOWN,
    host: texts.host,
    program: texts.program,
    mnemonic: texts.cisco_mnemonic,
    message: texts.message,
    ...numbers,
    tags,
    triggers: [],
  }
}
