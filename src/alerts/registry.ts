import { Repeater } from '../async/repeater.ts'
import type { TriggerInForce } from '../ingest/triggers/trigger-in-force.ts'
import type { Permission } from '../metadata/identity/identity.ts'
import type { StoredTrigger } from '../metadata/triggers/triggers.ts'
import type { FilterCost } from '../schema/filter/filter-cost.ts'
import type { Log } from '../telemetry/log.ts'
import { compileTrigger, type TriggerOwner } from './compile-trigger.ts'
import type { CompiledTrigger } from './windows/window-runner.ts'

/**
 * Polling interval, for changes without an event: the permissions of owners, and the times at which triggers
 * come into force and expire.
 */
const readIntervalMs = 2_000

/** Matches events with triggers; ingest implements it. */
export interface TriggerMatcher {
  setTriggers(triggers: readonly TriggerInForce[]): Promise<void>
  triggerCosts(): Promise<FilterCost[]>
}

/** The part of metadata that the registry uses: the triggers, and the rights of their owners. */
export interface TriggerSource {
  /** Enabled triggers, in the order of matching. */
  readEnabled(): Promise<readonly StoredTrigger[]>
  onChange(listener: () => void): () => void
  /** undefined: the user is deleted or disabled. */
  getOwnerRights(
    userId: number,
  ): Promise<{ permissions: ReadonlySet<Permission>; hosts: readonly string[] } | undefined>
}

/**
 * The triggers in force, each with the hosts that its owner may see. A trigger is in force while it is
 * enabled, the time is between `active_since` and `active_until`, and its owner has the permission
 * `triggers`. Ingest gets the whole list whenever it changes.
 */
export class TriggerRegistry {
  readonly #source: TriggerSource
  readonly #log: Log
  readonly #now: () => number
  #matcher: TriggerMatcher | undefined
  #active: readonly TriggerInForce[] = []
  /** The list that the matcher has, as JSON, to detect changes. */
  #sent = '[]'
  readonly #reads: Repeater
  readonly #stopListening: () => void
  #withCondition: readonly CompiledTrigger[] = []
  /** `#withCondition` as JSON, to detect changes. */
  #conditionsText = '[]'
  #conditionsListener: (() => void) | undefined

  /**
   * `now`: returns Unix microseconds. Call `load` first, for the triggers that ingest starts with, and
   * `attachMatcher` once ingest runs.
   */
  constructor(source: TriggerSource, log: Log, now: () => number = () => Date.now() * 1_000) {
    this.#source = source
    this.#log = log
    this.#now = now
    this.#reads = new Repeater(
      () => this.#apply(),
      error => log.error({ room: 'alerts', err: error }, 'could not bring changed triggers into force'),
    )
    this.#stopListening = source.onChange(() => void this.#reads.run())
  }

  /** All triggers in force, in the order of matching. */
  get active(): readonly TriggerInForce[] {
    return this.#active
  }

  /** Triggers in force that have a condition over many events. */
  get triggersWithCondition(): readonly CompiledTrigger[] {
    return this.#withCondition
  }

  /** Calls `listener` after each change of `triggersWithCondition`. Replaces an earlier listener. */
  setConditionsListener(listener: () => void): void {
    this.#conditionsListener = listener
  }

  /** Costs of the filters of the triggers in force, measured by ingest. */
  async costs(): Promise<FilterCost[]> {
    return (await this.#matcher?.triggerCosts()) ?? []
  }

  /** Reads the triggers that ingest starts with. */
  async load(): Promise<void> {
    const next = await this.#read()
    this.#active = next.map(({ compiled }) => compiled)
    this.#sent = JSON.stringify(this.#active)
    this.#setConditions(next)
  }

  /** Sends later changes to a matcher, which has started with `active`. */
  attachMatcher(matcher: TriggerMatcher): void {
    this.#matcher = matcher
    this.#reads.start(readIntervalMs)
  }

  /**
   * Reads the triggers and the rights of their owners again. Resolves when ingest has the changes, once a
   * matcher is attached.
   */
  refresh(): Promise<void> {
    return this.#reads.run()
  }

  close(): Promise<void> {
    this.#stopListening()
    return this.#reads.close()
  }

  async #apply(): Promise<void> {
    const next = await this.#read()
    const active = next.map(({ compiled }) => compiled)
    const text = JSON.stringify(active)
    // A change that is read while ingest starts is sent by the first run after `attachMatcher`.
    if (text !== this.#sent && this.#matcher !== undefined) {
      await this.#matcher.setTriggers(active)
      this.#active = active
      this.#sent = text
    }
    this.#setConditions(next)
  }

  #setConditions(next: readonly CompiledTrigger[]): void {
    this.#withCondition = next.filter(({ content }) => content.condition !== null)
    const text = JSON.stringify(this.#withCondition)
    if (text === this.#conditionsText) return
    this.#conditionsText = text
    this.#conditionsListener?.()
  }

  async #read(): Promise<CompiledTrigger[]> {
    const stored = await this.#source.readEnabled()
    const owners = new Set(stored.map(({ ownerId }) => ownerId))
    const rights = new Map<number, TriggerOwner>()
    for (const id of owners) {
      const found = await this.#source.getOwnerRights(id)
      if (found?.permissions.has('triggers')) {
        const managesTriggers = found.permissions.has('manage_triggers')
        rights.set(id, { id, hosts: found.hosts, managesTriggers })
      }
    }
    const now = this.#now() / 1_000_000
    return stored.flatMap(({ id, ownerId, content }) => {
      const owner = rights.get(ownerId)
      const { active_since: since, active_until: until } = content
      if (owner === undefined || (since !== null && now < since) || (until !== null && now >= until))
        return []
      const compiled = compileTrigger(id, content, owner)
      if (compiled !== undefined) return { id, ownerId, content, compiled }
      this.#log.warn(
        { room: 'alerts' },
        `Trigger ${id} is not in force: its filter is invalid in this version`,
      )
      return []
    })
  }
}
