import { fold as foldText } from '../../filter/words/tokens.ts'
import type { ParsedEvent } from '../../schema/event/event.ts'
import { ownText } from '../../schema/text/own-text.ts'
import { Candidates } from './candidates.ts'
import { extraText } from './extra-text.ts'
import type { IndexKey, Slot } from './index-key.ts'
import { LiteralIndex } from './literal-index.ts'

/** A field of the event that the index looks up; see Slot. */
export type FixedSlot = 'message' | 'host' | 'program' | 'mnemonic' | NumberedSlot
export type NumberedSlot = (typeof numberedSlots)[number]

const numberedSlots = ['severity', 'facility', 'status'] as const

/** Maximum number of cached values per slot. */
const maxCachedValues = 4_096
/** Longer values are not cached. */
const maxCachedValueLength = 100

/** The index of one slot: maps a value to the entries (numbers of rules or triggers) that it may match. */
class SlotIndex {
  readonly #equal = new Map<string, Int32Array>()
  /** Bit n: `#equal` has a value of n units (31: a longer one). Saves lookups, which hash the whole text. */
  #lengths = 0
  /** By case-folded value. */
  readonly #equalFolded = new Map<string, Int32Array>()
  // The contents of `#equal` and `#equalFolded` until `freeze`.
  readonly #exactIds = new Map<string, number[]>()
  readonly #foldedIds = new Map<string, number[]>()
  /** Entries that any value except '' makes candidates. */
  readonly #present: number[] = []
  #literals: LiteralIndex | undefined
  #scratch: Candidates | undefined
  /** Candidates by value; used only with `#scratch`. */
  readonly #cached = new Map<string, Int32Array>()

  add({ kind, text, fold }: IndexKey, id: number): void {
    if (kind === 'present') {
      if (this.#present.at(-1) !== id) this.#present.push(id)
      return
    }
    if (kind === 'literal') {
      this.#literals ??= new LiteralIndex()
      this.#literals.add(text, fold, id)
      return
    }
    const idsByText = fold ? this.#foldedIds : this.#exactIds
    const ids = idsByText.get(text)
    if (ids === undefined) idsByText.set(text, [id])
    else if (ids.at(-1) !== id) ids.push(id)
  }

  /** Ends the additions. `scratch`: a set for computing cached results, if short values of the slot recur. */
  freeze(scratch: Candidates | undefined): void {
    if (this.#literals !== undefined || this.#foldedIds.size > 0) this.#scratch = scratch
    for (const [text, ids] of this.#foldedIds) this.#equalFolded.set(text, Int32Array.from(ids))
    this.#foldedIds.clear()
    for (const [text, ids] of this.#exactIds) {
      this.#equal.set(text, Int32Array.from(ids))
      this.#lengths |= lengthBit(text)
    }
    this.#exactIds.clear()
    this.#literals?.freeze()
  }

  /** Adds the entries that a value of the slot makes candidates. */
  find(value: string, into: Candidates): void {
    if (this.#scratch === undefined || value.length > maxCachedValueLength) {
      this.#addMatches(value, into)
      return
    }
    const ids = this.#cached.get(value) ?? this.#computeCached(value, this.#scratch)
    if (ids.length > 0) into.addAll(ids)
  }

  /** The candidates of each value, for a slot with few values. */
  findEach(values: readonly string[], scratch: Candidates): Int32Array[] {
    return values.map(value => this.#computeCached(value, scratch))
  }

  #addMatches(value: string, into: Candidates): void {
    for (let i = 0; i < this.#present.length; i++) into.add(this.#present[i] ?? 0)
    if ((this.#lengths & lengthBit(value)) !== 0) {
      const ids = this.#equal.get(value)
      if (ids !== undefined) into.addAll(ids)
    }
    if (this.#equalFolded.size > 0) {
      const ids = this.#equalFolded.get(foldText(value))
      if (ids !== undefined) into.addAll(ids)
    }
    this.#literals?.find(value, into)
  }

  #computeCached(value: string, scratch: Candidates): Int32Array {
    scratch.reset()
    this.#addMatches(value, scratch)
    const found: number[] = []
    for (let id = scratch.takeLowest(); id !== -1; id = scratch.takeLowest()) found.push(id)
    const ids = Int32Array.from(found)
    if (this.#cached.size >= maxCachedValues) this.#cached.clear()
    this.#cached.set(ownText(value), ids)
    return ids
  }
}

function lengthBit({ length }: string): number {
  return 1 << Math.min(length, 31)
}

const noIds = new Int32Array(0)
/** All values of severity, facility and status; facilities go up to 23. */
const numberTexts = Array.from({ length: 24 }, (_, number) => String(number))

/** Keys of each condition of an entry; undefined for a condition that has none. */
export type ConditionKeys = readonly (readonly IndexKey[] | undefined)[]

/**
 * Finds the entries (rules or triggers) that an event may match, so that most entries need not be tested.
 * Each entry has the keys (IndexKey) of one of its conditions: the one whose keys the fewest other entries
 * share. Candidates are the entries with a key in the event, and the few entries without keys.
 */
export class EventIndex {
  readonly #slots = new Map<Slot, SlotIndex>()
  readonly #unindexed: Int32Array
  readonly #fixed: Readonly<Record<Exclude<FixedSlot, NumberedSlot>, SlotIndex | undefined>>
  /** Candidates by number, for slots that are a key of any entry. */
  readonly #numbered: Readonly<Record<NumberedSlot, Int32Array[] | undefined>>
  readonly #tags = new Map<string, SlotIndex>()
  readonly #extras: { path: string; steps: readonly string[]; index: SlotIndex }[] = []

  constructor(entries: readonly ConditionKeys[]) {
    const keyCounts = countKeys(entries)
    const unindexed: number[] = []
    for (const [id, conditions] of entries.entries()) {
      const best = findRarestKeys(conditions, keyCounts)
      if (best === undefined) unindexed.push(id)
      else for (const key of best) this.#slot(key.slot).add(key, id)
    }
    this.#unindexed = Int32Array.from(unindexed)
    const scratch = new Candidates(entries.length)
    for (const [slot, index] of this.#slots) {
      index.freeze(slot === 'message' ? undefined : scratch)
      if (slot.startsWith('tag ')) this.#tags.set(slot.slice('tag '.length), index)
      if (slot.startsWith('extra ')) {
        const path = slot.slice('extra '.length)
        this.#extras.push({ path, steps: path.split('.'), index })
      }
    }
    const byNumber = (slot: NumberedSlot) => this.#slots.get(slot)?.findEach(numberTexts, scratch)
    this.#numbered = {
      severity: byNumber('severity'),
      facility: byNumber('facility'),
      status: byNumber('status'),
    }
    this.#fixed = {
      message: this.#slots.get('message'),
      host: this.#slots.get('host'),
      program: this.#slots.get('program'),
      mnemonic: this.#slots.get('mnemonic'),
    }
  }

  /** Entries without keys, which are candidates for every event. */
  get unindexed(): Int32Array {
    return this.#unindexed
  }

  /** Adds all candidates of an event as it is now. */
  find(event: ParsedEvent, into: Candidates): void {
    into.addAll(this.#unindexed)
    const { message, host, program, mnemonic } = this.#fixed
    message?.find(event.message, into)
    host?.find(event.host, into)
    program?.find(event.program, into)
    if (mnemonic !== undefined && event.mnemonic !== '') mnemonic.find(event.mnemonic, into)
    const { severity, facility, status } = this.#numbered
    if (severity !== undefined) into.addAll(severity[event.severity] ?? noIds)
    if (facility !== undefined) into.addAll(facility[event.facility] ?? noIds)
    if (status !== undefined) into.addAll(status[event.status] ?? noIds)
    if (this.#tags.size > 0)
      for (const name in event.tags) this.tagChanged(name, event.tags[name] ?? '', into)
    if (this.#extras.length > 0) this.#findExtra(event.extra, into)
  }

  /** Adds the entries that the new value of a field makes candidates. */
  fieldChanged(field: FixedSlot, value: string, into: Candidates): void {
    this.#slots.get(field)?.find(value, into)
  }

  tagChanged(name: string, value: string, into: Candidates): void {
    this.#tags.get(name)?.find(value, into)
  }

  #findExtra(extra: Record<string, unknown>, into: Candidates): void {
    // Most events have no extra fields, and then need no lookups.
    for (const _ in extra) {
      for (const { path, steps, index } of this.#extras) {
        const value = extraText(extra, path, steps)
        if (value !== '') index.find(value, into)
      }
      return
    }
  }

  #slot(slot: Slot): SlotIndex {
    let index = this.#slots.get(slot)
    if (index === undefined) {
      index = new SlotIndex()
      this.#slots.set(slot, index)
    }
    return index
  }
}

function keyText({ slot, kind, text, fold }: IndexKey): string {
  return `${kind}${fold ? 'i' : ''} ${slot} ${text}`
}

/** The number of conditions that have each key, by its text. */
function countKeys(entries: readonly ConditionKeys[]): Map<string, number> {
  const keyCounts = new Map<string, number>()
  for (const conditions of entries) {
    for (const keys of conditions) {
      for (const key of keys ?? []) {
        const text = keyText(key)
        keyCounts.set(text, (keyCounts.get(text) ?? 0) + 1)
      }
    }
  }
  return keyCounts
}

/** Cost of a key on severity, facility or status: every event has one, so it excludes little. */
const commonFieldCost = 1_000
/** Cost of a short literal, which occurs in many texts, and of a condition that any value satisfies. */
const shortLiteralCost = 20

/** The keys of the condition that the fewest entries share; undefined if no condition has keys. */
function findRarestKeys(
  conditions: ConditionKeys,
  keyCounts: ReadonlyMap<string, number>,
): readonly IndexKey[] | undefined {
  let best: readonly IndexKey[] | undefined
  let lowestCost = Number.POSITIVE_INFINITY
  for (const keys of conditions) {
    if (keys === undefined) continue
    let cost = 0
    for (const key of keys) {
      const slotCost = isNumbered(key.slot) ? commonFieldCost : 0
      cost = Math.max(cost, (keyCounts.get(keyText(key)) ?? 0) + slotCost + searchCost(key))
    }
    if (cost < lowestCost) {
      lowestCost = cost
      best = keys
    }
  }
  return best
}

/** Cost of looking up a key, and of the events that have it by chance; an equal text costs nothing. */
function searchCost({ kind, text }: IndexKey): number {
  if (kind === 'equal') return 0
  if (kind === 'present') return shortLiteralCost
  return text.length < 4 ? 1 + shortLiteralCost : 1
}

function isNumbered(slot: Slot): boolean {
  return numberedSlots.some(numbered => numbered === slot)
}
