import { Repeater } from '../async/repeater.ts'
import type { TriggerInForce } from '../ingest/triggers/trigger-in-force.ts'
import type { Permission } from '../metadata/identity/identity.ts'
import type { StoredTrigger } from '../metadata/triggers/triggers.ts'
import type { FilterCost } from '../schema/filter/filter-cost.ts'
import type { Log } from '../telemetry/log.ts'
import { compileTrigger, type TriggerOwner } from './compile-trigger.ts'
import type { TriggerWithCondition } from './windows/window-runner.ts'

/**
 * Polling interval, for changes without an event: the permissions of owners, and the times at which triggers
 * come into force and expire.
 */
const readIntervalMs = 2_000

/** Matches events against triggers; ingest implements it. */
export interface TriggerEngine {
  setTriggers(triggers: readonly TriggerInForce[]): Promise<void>
  triggerCosts(): Promise<FilterCost[]>
}

/** What the registry needs of metadata: the triggers and the rights of their owners. */
export interface TriggerSource {
  /** Enabled triggers, in the order of matching. */
  readActive(): Promise<readonly StoredTrigger[]>
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
  #engine: TriggerEngine | undefined
  #active: readonly TriggerInForce[] = []
  /** The list that the engine has, as JSON, to compare new ones with. */
  #sent = '[]'
  readonly #reads: Repeater
  readonly #stopListening: () => void
  #conditions: readonly TriggerWithCondition[] = []
  #conditionsText = '[]'
  #onConditions: (() => void) | undefined

  /** `now`: returns Unix microseconds. Call `load` first, and `attachEngine` once ingest runs. */
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
  get conditions(): readonly TriggerWithCondition[] {
    return this.#conditions
  }

  /** Calls `listener` after `conditions` changed. */
  onConditions(listener: () => void): void {
    this.#onConditions = listener
  }

  /** Costs of the filters of the triggers in force, as ingest has measured them. */
  async costs(): Promise<FilterCost[]> {
    return (await this.#engine?.triggerCosts()) ?? []
  }

  /** Reads the triggers that ingest starts with. */
  async load(): Promise<void> {
    const next = await this.#read()
    this.#active = next.map(({ compiled }) => compiled)
    this.#sent = JSON.stringify(this.#active)
    this.#setConditions(next)
  }

  /** Sends later changes to this engine, which has started with `active`. */
  attachEngine(engine: TriggerEngine): void {
    this.#engine = engine
    this.#reads.start(readIntervalMs)
  }

  /** Reads the triggers and the rights of their owners again. Resolves when the engine has the changes. */
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
    if (text !== this.#sent) {
      await this.#engine?.setTriggers(active)
      this.#active = active
      this.#sent = text
    }
    this.#setConditions(next)
  }

  #setConditions(next: readonly TriggerWithCondition[]): void {
    this.#conditions = next.filter(({ content }) => content.condition !== null)
    const text = JSON.stringify(this.#conditions)
    if (text === this.#conditionsText) return
    this.#conditionsText = text
    this.#onConditions?.()
  }

  async #read(): Promise<TriggerWithCondition[]> {
    const stored = await this.#source.readActive()
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
      if (compiled === undefined)
        this.#log.warn(
          { room: 'alerts' },
          `Trigger ${id} is not in force: its filter is invalid in this version`,
        )
      return compiled === undefined ? [] : { id, ownerId, content, compiled }
    })
  }
}
