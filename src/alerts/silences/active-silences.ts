import { Repeater } from '../../async/repeater.ts'
import { type EventTest, matcherCompiler, matcherSteps } from '../../filter/match/matcher.ts'
import { parseFilter } from '../../filter/parse/parse-filter.ts'
import { parseFieldName } from '../../filter/predicate/field.ts'
import { StepBudget, withinSteps } from '../../filter/regex/step-budget.ts'
import type { Permission } from '../../metadata/identity/identity.ts'
import { restrictedTo, rightsOf } from '../../query/life/rights.ts'
import { EVENT_UNKNOWN, type StoredEvent } from '../../schema/event/event.ts'
import type { Filter } from '../../schema/filter/condition.ts'
import type { Log } from '../../telemetry/log.ts'

/** Polling interval: a change of an owner's permissions announces no event. */
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

/** The part of metadata that this class uses: the silences, and the rights of their owners. */
export interface SilenceSource {
  /** Silences that have not ended, also if they start later. */
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

/** The field and value of a trigger that fired without an event, such as the host that went silent. */
export interface FiringKey {
  field: string
  value: string
}

/** Limits of regular expressions for one event, shared by all silences of an owner: at most about 50 ms. */
const ownerStepLimits = { ...matcherSteps, run: 1_000_000 }

interface CompiledSilence extends Omit<StoredSilence, 'filter' | 'triggerIds'> {
  /** undefined: all triggers that the owner may change. */
  triggerIds: ReadonlySet<number> | undefined
  /**
   * Tests events of the owner's own triggers. Hosts need no check: these triggers match only hosts that the
   * owner may see.
   */
  matchesOwn: EventTest
  /**
   * Tests events of other users' triggers, on hosts that the silence's owner may see; undefined: the silence
   * does not apply to them.
   */
  matchesOthers: EventTest | undefined
}

/** Silences with the budgets that they were compiled with: both are replaced together. */
interface CompiledSilences {
  silences: readonly CompiledSilence[]
  /** Step budgets of the owners, renewed for each event. */
  budgets: readonly StepBudget[]
}

/**
 * The silences that have not ended and whose owners may use triggers; `findSilence` checks the times. A
 * silence applies to other users' triggers only if its owner has manage_triggers.
 */
export class ActiveSilences {
  readonly #source: SilenceSource
  readonly #now: () => number
  readonly #refresher: Repeater
  readonly #stopListening: () => void
  #current: CompiledSilences = { silences: [], budgets: [] }

  /** `now`: Unix microseconds. Call `load` before anything else. */
  constructor(source: SilenceSource, log: Log, now: () => number = () => Date.now() * 1_000) {
    this.#source = source
    this.#now = now
    this.#refresher = new Repeater(
      async () => {
        this.#current = await this.#read()
      },
      error => log.error({ room: 'alerts', err: error }, 'could not reload silences'),
    )
    this.#stopListening = source.onChange(() => void this.#refresher.run())
  }

  /** Reads the silences, and from now on reads them again after each change. */
  async load(): Promise<void> {
    this.#current = await this.#read()
    this.#refresher.start(readIntervalMs)
  }

  /**
   * Returns the id of a silence that suppresses this firing now; undefined if no silence does. If the trigger
   * fired without an event (null), silences test a placeholder with only the field of `key`.
   */
  findSilence(
    trigger: FiringTrigger,
    event: StoredEvent | null,
    key: FiringKey | null = null,
  ): number | undefined {
    const { silences, budgets } = this.#current
    if (silences.length === 0) return undefined
    const now = this.#now()
    const tested = event ?? eventOfKey(key, now)
    for (const budget of budgets) budget.renew()
    const found = silences.find(silence => {
      if (now < silence.startsAt || now >= silence.endsAt) return false
      if (silence.triggerIds !== undefined && !silence.triggerIds.has(trigger.id)) return false
      const matches = silence.ownerId === trigger.ownerId ? silence.matchesOwn : silence.matchesOthers
      // When the owner's budget is used up, this silence and the owner's further ones suppress nothing.
      return withinSteps(() => matches?.(tested) === true, false)
    })
    return found?.id
  }

  /**
   * Reads the silences and the rights of their owners again. Resolves when all changes made before this call
   * apply.
   */
  refresh(): Promise<void> {
    return this.#refresher.run()
  }

  close(): Promise<void> {
    this.#stopListening()
    return this.#refresher.close()
  }

  async #read(): Promise<CompiledSilences> {
    const stored = await this.#source.readCurrent()
    const owners = [...new Set(stored.map(({ ownerId }) => ownerId))]
    const rights = new Map(
      await Promise.all(owners.map(async id => [id, await this.#source.getOwnerRights(id)] as const)),
    )
    // One compiler for all: it computes the case-folded message of an event and its words only once, and all
    // silences test the same event.
    const compile = matcherCompiler()
    const budgets = new Map(owners.map(id => [id, new StepBudget(ownerStepLimits)]))
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

/** A placeholder event for filters: at most the field of `key` has a value. */
export function eventOfKey(key: FiringKey | null, ts: number): StoredEvent {
  const texts = { host: '', program: '', cisco_mnemonic: '', message: '' }
  const numbers = { severity: 0, facility: 0, status: 0 }
  const tags: Record<string, string> = Object.create(null)
  if (key !== null) {
    const { field, value } = key
    const named = parseFieldName(field)
    // The last name is the tag without the prefix `ut_`.
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
