import type { ParsedEvent } from '../../schema/event/event.ts'
import { Candidates } from './candidates.ts'
import { extraText } from './extra-text.ts'
import type { IndexKey, Slot } from './index-key.ts'
import { SlotIndex } from './slot-index.ts'

/** Fields with few values, which are numbers. */
const numberedSlots = ['severity', 'facility', 'status'] as const
type NumberedSlot = (typeof numberedSlots)[number]
/** All values of these fields as text; facilities go up to 23. */
const numberTexts = Array.from({ length: 24 }, (_, number) => String(number))

/** A field of the event that the index looks up; see Slot. */
export type FixedSlot = 'message' | 'host' | 'program' | 'mnemonic' | NumberedSlot

const noIds = new Int32Array(0)

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
  /** Indexes of these fields; undefined for a field that is in no key. */
  readonly #fixed: Readonly<Record<Exclude<FixedSlot, NumberedSlot>, SlotIndex | undefined>>
  /** Candidates by the number in the field; undefined for a field that is in no key. */
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
    // Most events have none, and no condition has the key '' of a field.
    if (mnemonic !== undefined && event.mnemonic !== '') mnemonic.find(event.mnemonic, into)
    const { severity, facility, status } = this.#numbered
    if (severity !== undefined) into.addAll(severity[event.severity] ?? noIds)
    if (facility !== undefined) into.addAll(facility[event.facility] ?? noIds)
    if (status !== undefined) into.addAll(status[event.status] ?? noIds)
    if (this.#tags.size > 0)
      for (const name in event.tags) this.tagChanged(name, event.tags[name] ?? '', into)
    if (this.#extras.length > 0) this.#findExtra(event.extra, into)
  }

  /** Adds the entries that a field's new value makes candidates, after an earlier entry has set it. */
  fieldChanged(field: FixedSlot, value: string, into: Candidates): void {
    this.#slots.get(field)?.find(value, into)
  }

  /** As `fieldChanged`, for a tag. */
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
