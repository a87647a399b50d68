import { readFileSync } from 'node:fs'
import type { HistorySource } from '../../../query/history/match-history.ts'
import type { SpoolBatch } from '../../../schema/event/row.ts'
import { parseBatchMatches, type TriggerMatches } from '../../../schema/intake/batch-matches.ts'
import { openLog } from '../../../telemetry/log.ts'
import { advanceWindows, windowStateKeys } from '../../windows/advance-windows.ts'
import { type CompiledTrigger, WindowRunner } from '../../windows/window-runner.ts'
import type { StoredState, WindowAdvance, WindowFire } from '../../windows/window-state.ts'

/**
 * Matches and firings of triggers as events arrive. The clock follows the events, and states are in memory.
 */
export class LiveTriggers {
  readonly matches = new Map<number, number>()
  readonly fires = new Map<number, WindowFire[]>()
  readonly #triggers: readonly CompiledTrigger[]
  readonly #states = new Map<number, Map<string, StoredState>>()
  readonly #runner: WindowRunner
  #now: number

  /** The triggers are in force from this moment (Unix seconds) on. */
  constructor(triggers: readonly CompiledTrigger[], history: HistorySource, from: number) {
    this.#triggers = triggers
    this.#now = from
    const conditions = triggers.filter(({ content }) => content.condition !== null)
    const states = {
      due: async (now: number, limit: number) => this.#due(now).slice(0, limit),
      // For nodes that share states.
      dueOf: async () => [],
      nextDue: async () => this.#nextDue(),
      deleteStatesOfEnded: async (ids: readonly number[]) => {
        for (const id of ids) this.#states.delete(id)
      },
      deleteStatesBeforeChange: async (id: number) => void this.#states.delete(id),
      recordWindows: async (
        id: number,
        keys: Iterable<string>,
        advance: (states: ReadonlyMap<string, StoredState>) => WindowAdvance,
      ) => this.#save(id, advance(this.#load(id, keys))),
    }
    this.#runner = new WindowRunner(states, history, () => conditions, openLog('silent'), {
      now: () => this.#now,
    })
  }

  /** Records matches, as the recorder does. */
  record(batches: readonly SpoolBatch[]): void {
    for (const { matches } of batches) {
      if (matches === undefined) continue
      const read = parseBatchMatches(readFileSync(matches, 'utf8'))
      if (read === undefined) throw new Error(`${matches} cannot be read`)
      for (const found of read.triggers) this.#add(found)
    }
  }

  /** Evaluates states whenever one is due until this moment, and once more at the end. */
  async pass(until: number): Promise<void> {
    await this.#runner.evaluateDue()
    for (let due = this.#nextDue(); due !== undefined && due <= until; due = this.#nextDue()) {
      this.#now = Math.max(this.#now, Math.ceil(due))
      await this.#runner.evaluateDue()
    }
    this.#now = Math.max(this.#now, until)
    await this.#runner.evaluateDue()
  }

  #add({ id, count, repeats, keys = [], followerKeys = [] }: TriggerMatches): void {
    this.matches.set(id, (this.matches.get(id) ?? 0) + count + repeats)
    const condition = this.#triggers.find(trigger => trigger.id === id)?.content.condition ?? null
    if (condition === null) return
    const states = this.#load(id, windowStateKeys(condition, keys, followerKeys))
    this.#save(id, advanceWindows(condition, states, { keys, followerKeys }, { nowSeconds: this.#now }))
  }

  #due(now: number) {
    const all = Array.from(this.#states, ([triggerId, states]) =>
      Array.from(states, ([key, state]) => ({ triggerId, key, ...state })),
    ).flat()
    return all.filter(({ due }) => due !== null && due <= now)
  }

  #nextDue(): number | undefined {
    const dues = this.#due(Number.POSITIVE_INFINITY).map(({ due }) => due ?? 0)
    return dues.length === 0 ? undefined : dues.reduce((a, b) => Math.min(a, b))
  }

  #load(id: number, keys: Iterable<string>): Map<string, StoredState> {
    const wanted = new Set(keys)
    return new Map(Array.from(this.#states.get(id) ?? []).filter(([key]) => wanted.has(key)))
  }

  #save(id: number, { states, fires }: WindowAdvance): void {
    const stored = this.#states.get(id) ?? new Map<string, StoredState>()
    this.#states.set(id, stored)
    for (const [key, state] of states) {
      if (state === null) stored.delete(key)
      else stored.set(key, state)
    }
    this.fires.set(id, [...(this.fires.get(id) ?? []), ...fires])
  }
}
