import type { ParsedEvent } from '../../schema/event.ts'
import { Candidates } from './candidates.ts'
import { extraText } from './field.ts'
import type { IndexKey, Slot } from './index-key.ts'
import { LiteralIndex } from './literal-index.ts'

export type FixedSlot = 'message' | 'host' | 'program' | 'mnemonic' | 'severity' | 'facility'

/** Maximum cached values of a slot, and their maximum length. */
const maxCachedValues = 4_096
const maxCachedValueLength = 100

/** The index of one slot: which rules its value makes candidates. */
class SlotIndex {
  readonly #equal = new Map<string, Int32Array>()
  /** Bit n: `#equal` has a value of n units; 31 stands for longer ones. Looking up a long text costs a pass over it. */
  #lengths = 0
  readonly #gathered = new Map<string, number[]>()
  readonly #present: number[] = []
  #literals: LiteralIndex | undefined
  #memory: Candidates | undefined
  readonly #remembered = new Map<string, Int32Array>()

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
    const ids = this.#gathered.get(text)
    if (ids === undefined) this.#gathered.set(text, [id])
    else if (ids.at(-1) !== id) ids.push(id)
  }

  /** `memory`: scratch set for caching results; given for slots whose short values repeat. */
  freeze(memory: Candidates | undefined): void {
    if (this.#literals !== undefined) this.#memory = memory
    for (const [text, ids] of this.#gathered) {
      this.#equal.set(text, Int32Array.from(ids))
      this.#lengths |= lengthBit(text)
    }
    this.#gathered.clear()
    this.#literals?.freeze()
  }

  find(value: string, into: Candidates): void {
    if (this.#memory === undefined || value.length > maxCachedValueLength) {
      this.#gather(value, into)
      return
    }
    const ids = this.#remembered.get(value) ?? this.#remember(value, this.#memory)
    if (ids.length > 0) into.addAll(ids)
  }

  /** The candidates of each value. */
  findEach(values: readonly string[], memory: Candidates): Int32Array[] {
    return values.map(value => this.#remember(value, memory))
  }

  #gather(value: string, into: Candidates): void {
    for (let i = 0; i < this.#present.length; i++) into.add(this.#present[i] ?? 0)
    if ((this.#lengths & lengthBit(value)) !== 0) {
      const ids = this.#equal.get(value)
      if (ids !== undefined) into.addAll(ids)
    }
    this.#literals?.find(value, into)
  }

  #remember(value: string, memory: Candidates): Int32Array {
    memory.reset()
    this.#gather(value, memory)
    const found: number[] = []
    for (let id = memory.takeLowest(); id !== -1; id = memory.takeLowest()) found.push(id)
    const ids = Int32Array.from(found)
    if (this.#remembered.size >= maxCachedValues) this.#remembered.clear()
    this.#remembered.set(value, ids)
    return ids
  }
}

function lengthBit({ length }: string): number {
  return 1 << Math.min(length, 31)
}

const none = new Int32Array(0)
const numberTexts = Array.from({ length: 24 }, (_, number) => String(number))

/**
 * Finds the rules that an event may match: those with an index key in the event (IndexKey), and the few without keys. Each rule
 * is indexed by the condition whose keys the fewest other rules share, so rules cost nothing for events without their keys.
 */
export class RuleIndex {
  readonly #slots = new Map<Slot, SlotIndex>()
  readonly #always: Int32Array
  readonly #fixed: Readonly<Record<FixedSlot, SlotIndex | undefined>>
  /** Candidates by severity and by facility, if any rule uses them as a key. */
  readonly #numbered: { severity?: Int32Array[] | undefined; facility?: Int32Array[] | undefined } = {}
  readonly #tags = new Map<string, SlotIndex>()
  readonly #extras: { path: string; steps: readonly string[]; index: SlotIndex }[] = []

  /** Keys of each condition of each rule; undefined for a condition without known keys. */
  constructor(rules: readonly (readonly (readonly IndexKey[] | undefined)[])[]) {
    const shared = countKeys(rules)
    const always: number[] = []
    for (const [id, conditions] of rules.entries()) {
      const best = findRarestKeys(conditions, shared)
      if (best === undefined) always.push(id)
      else for (const key of best) this.#slot(key.slot).add(key, id)
    }
    this.#always = Int32Array.from(always)
    const memory = new Candidates(rules.length)
    for (const [slot, index] of this.#slots) {
      index.freeze(slot === 'message' ? undefined : memory)
      if (slot.startsWith('tag ')) this.#tags.set(slot.slice(4), index)
      const path = slot.startsWith('extra ') ? slot.slice(6) : undefined
      if (path !== undefined) this.#extras.push({ path, steps: path.split('.'), index })
    }
    for (const slot of ['severity', 'facility'] as const)
      this.#numbered[slot] = this.#slots.get(slot)?.findEach(numberTexts, memory)
    this.#fixed = {
      message: this.#slots.get('message'),
      host: this.#slots.get('host'),
      program: this.#slots.get('program'),
      mnemonic: this.#slots.get('mnemonic'),
      severity: this.#slots.get('severity'),
      facility: this.#slots.get('facility'),
    }
  }

  /** Rules without keys, which are candidates for every event. */
  get unindexed(): Int32Array {
    return this.#always
  }

  /** Adds all candidates of an event before any rule changed it. */
  find(event: ParsedEvent, into: Candidates): void {
    into.addAll(this.#always)
    const { message, host, program, mnemonic } = this.#fixed
    message?.find(event.message, into)
    host?.find(event.host, into)
    program?.find(event.program, into)
    if (mnemonic !== undefined && event.mnemonic !== '') mnemonic.find(event.mnemonic, into)
    const { severity, facility } = this.#numbered
    if (severity !== undefined) into.addAll(severity[event.severity] ?? none)
    if (facility !== undefined) into.addAll(facility[event.facility] ?? none)
    if (this.#tags.size > 0)
      for (const name in event.tags) this.tagChanged(name, event.tags[name] ?? '', into)
    if (this.#extras.length > 0) this.#findExtra(event.extra, into)
  }

  /** Adds the candidates of a new value of a field. */
  changed(field: FixedSlot, value: string, into: Candidates): void {
    this.#fixed[field]?.find(value, into)
  }

  tagChanged(name: string, value: string, into: Candidates): void {
    this.#tags.get(name)?.find(value, into)
  }

  #findExtra(extra: Record<string, unknown>, into: Candidates): void {
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

function countKeys(rules: readonly (readonly (readonly IndexKey[] | undefined)[])[]): Map<string, number> {
  const shared = new Map<string, number>()
  for (const conditions of rules) {
    for (const keys of conditions) {
      for (const key of keys ?? []) {
        const text = keyText(key)
        shared.set(text, (shared.get(text) ?? 0) + 1)
      }
    }
  }
  return shared
}

/** Every event has a severity and a facility, so these keys exclude little. */
const commonFieldCost = 1_000
/** A comparison is cheaper than a search for a literal, and short literals occur in many texts. */
const shortLiteralCost = 20

function findRarestKeys(
  conditions: readonly (readonly IndexKey[] | undefined)[],
  shared: ReadonlyMap<string, number>,
): readonly IndexKey[] | undefined {
  let best: readonly IndexKey[] | undefined
  let lowestCost = Number.POSITIVE_INFINITY
  for (const keys of conditions) {
    if (keys === undefined) continue
    let cost = 0
    for (const key of keys) {
      const { slot, kind, text } = key
      const weight = slot === 'severity' || slot === 'facility' ? commonFieldCost : 0
      const vague =
        kind === 'present'
          ? shortLiteralCost
          : kind === 'literal'
            ? 1 + (text.length < 4 ? shortLiteralCost : 0)
            : 0
      cost = Math.max(cost, (shared.get(keyText(key)) ?? 0) + weight + vague)
    }
    if (cost < lowestCost) {
      lowestCost = cost
      best = keys
    }
  }
  return best
}
