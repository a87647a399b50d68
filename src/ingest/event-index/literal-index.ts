import type { Candidates } from './candidates.ts'

/** Frequent characters: grams with other characters are preferred. */
const commonCharacters = new Set(' etaoinsrl')
/** Numbers are frequent in log lines: a gram of digits costs this many times as much as another. */
const numberCostFactor = 20

/** Length of a literal's gram, UTF-16 units. */
const longGram = 4
/** Length of the gram if the literal is shorter than `longGram`. */
const shortGram = 2
/** Multiplier of the hash of a gram. */
const multiplier = 0x9e3779b1
/** Maximum bits of a hash, which limits the size of the tables. */
const maxHashBits = 18

/** Whether the index accepts a literal. Short ones occur in too many texts. */
export function isIndexable(text: string): boolean {
  return text.length >= shortGram
}

/** The longest part of a pattern between its wildcards `*` and `?`, a literal of every matching text. */
export function longestPart(pattern: string): string {
  return longest(pattern.split(/[*?]/))
}

/** The longest of these texts; '' for an empty list. */
export function longest(parts: readonly string[]): string {
  let found = ''
  for (const part of parts) if (part.length > found.length) found = part
  return found
}

/** The text being searched, one byte per unit: a Buffer is read several times as fast as a string. */
let bytes = Buffer.alloc(4_096)

interface Literal {
  /** In lower case if `fold` is true. */
  text: string
  /** True: letters a to z match both cases; i, k and s also match the characters that fold to them. */
  fold: boolean
  ids: number[]
}

/**
 * Finds which of many literals a text contains, in one pass whose time does not depend on their number. Each
 * literal is registered under a gram, its rarest part of a few characters. A window slides along the text,
 * and a literal is compared only where the window shows its gram.
 */
export class LiteralIndex {
  readonly #literals = new Map<string, Literal>()
  #long: GramTable | undefined
  #short: GramTable | undefined
  /** Number of the text that is searched; see GramTable. */
  #textId = 0

  /** Registers an indexable literal (see Literal) for the candidate `id`. */
  add(text: string, fold: boolean, id: number): void {
    const key = `${fold ? 'i' : 'c'}${text}`
    const known = this.#literals.get(key)
    if (known === undefined) this.#literals.set(key, { text, fold, ids: [id] })
    else if (known.ids.at(-1) !== id) known.ids.push(id)
  }

  /** Builds the tables, after the last `add` and before the first `find`. */
  freeze(): void {
    const literals = [...this.#literals.values()]
    const long = literals.filter(isLong)
    const short = literals.filter(literal => !isLong(literal))
    this.#long = new GramTable(long, longGram)
    if (short.length > 0) this.#short = new GramTable(short, shortGram)
    this.#literals.clear()
  }

  /** Adds the candidates of all literals in the text, which has at most some MiB. */
  find(text: string, into: Candidates): void {
    const long = this.#long
    const short = this.#short
    if (long === undefined) return
    const { length } = text
    if (length > bytes.length) bytes = Buffer.alloc(2 * length)
    // Takes the lower byte of each unit: exact for ASCII, and as good as a hash for other characters.
    bytes.write(text, 0, 'latin1')
    const units = bytes
    this.#textId = (this.#textId + 1) >>> 0
    const textId = this.#textId
    const { presence, shift } = long
    // The last four bytes as one number. The bit 0x20 folds the case of ASCII letters. Shifts below use the
    // lowest five bits of the hash.
    let window = 0
    // Most indexes have no short literals: a loop of their own is faster than a check for each character.
    if (short === undefined) {
      for (let at = 0; at < length; at++) {
        window = (window << 8) | (units[at] ?? 0) | 0x20
        const hash = Math.imul(window, multiplier) >>> shift
        if (((presence[hash >>> 5] ?? 0) >>> hash) & 1) long.addMatches(text, at, window, textId, into)
      }
      return
    }
    const { presence: presenceShort, shift: shiftShort } = short
    for (let at = 0; at < length; at++) {
      window = (window << 8) | (units[at] ?? 0) | 0x20
      const hash = Math.imul(window, multiplier) >>> shift
      if (((presence[hash >>> 5] ?? 0) >>> hash) & 1) long.addMatches(text, at, window, textId, into)
      const pair = window & 0xffff
      const hashShort = Math.imul(pair, multiplier) >>> shiftShort
      if (((presenceShort[hashShort >>> 5] ?? 0) >>> hashShort) & 1)
        short.addMatches(text, at, pair, textId, into)
    }
  }
}

/** Literals by one gram each. All grams have the same number of bytes, case-folded. */
class GramTable {
  /** Shifts a 32-bit hash to an index of a bit in `presence`. */
  readonly shift: number
  /** A bit for each hash of a gram: few enough for the processor's cache, but seldom set by chance. */
  readonly presence: Uint32Array
  readonly #headShift: number
  /** The first entry of each hash, plus one; `#next` links the others. */
  readonly #heads: Int32Array
  readonly #next: Int32Array
  readonly #grams: Int32Array
  /** Distance from the first unit of the literal to the last unit of its gram. */
  readonly #offsets: Int32Array
  /** The byte of the literal's first unit; 0 if it has several. It excludes most texts with the same gram. */
  readonly #firsts: Uint8Array
  readonly #texts: string[]
  readonly #folds: boolean[]
  readonly #ids: Int32Array[]
  /** The `textId` of the text in which each entry was last found, so that it is added only once. */
  readonly #seen: Uint32Array

  constructor(literals: readonly Literal[], width: number) {
    const entries = entriesOf(literals, width)
    // About 64 bits of `presence` and two heads for each entry.
    const bits = Math.ceil(Math.log2(entries.length + 1))
    const presenceBits = Math.min(maxHashBits, Math.max(11, bits + 6))
    const headBits = Math.min(maxHashBits, bits + 1)
    this.shift = 32 - presenceBits
    this.presence = new Uint32Array((1 << presenceBits) >>> 5)
    this.#headShift = 32 - headBits
    this.#heads = new Int32Array(1 << headBits)
    this.#next = new Int32Array(entries.length)
    this.#seen = new Uint32Array(entries.length)
    this.#grams = Int32Array.from(entries, ({ gram }) => gram)
    this.#offsets = Int32Array.from(entries, ({ offset }) => offset + width - 1)
    this.#firsts = Uint8Array.from(entries, ({ literal: { text, fold } }) => {
      const [first = 0, ...others] = gramsAt(text, 0, 1, fold)
      return others.length === 0 ? first : 0
    })
    this.#texts = entries.map(({ literal }) => literal.text)
    this.#folds = entries.map(({ literal }) => literal.fold)
    this.#ids = entries.map(({ literal }) => Int32Array.from(literal.ids))
    for (const [index, { gram }] of entries.entries()) {
      const mixed = Math.imul(gram, multiplier)
      const hash = mixed >>> this.shift
      const head = mixed >>> this.#headShift
      this.#next[index] = this.#heads[head] ?? 0
      this.#heads[head] = index + 1
      this.presence[hash >>> 5] = (this.presence[hash >>> 5] ?? 0) | (1 << hash)
    }
  }

  /** Compares the literals whose gram ends at `at`. `textId` identifies the text. */
  addMatches(text: string, at: number, gram: number, textId: number, into: Candidates): void {
    const head = Math.imul(gram, multiplier) >>> this.#headShift
    for (let entry = (this.#heads[head] ?? 0) - 1; entry >= 0; entry = (this.#next[entry] ?? 0) - 1) {
      if (this.#grams[entry] !== gram || this.#seen[entry] === textId) continue
      const start = at - (this.#offsets[entry] ?? 0)
      const first = this.#firsts[entry]
      if (first !== 0 && first !== ((bytes[start] ?? 0) | 0x20)) continue
      const literal = this.#texts[entry] ?? ''
      const isMatch = this.#folds[entry]
        ? startsWithFolded(text, literal, start)
        : text.startsWith(literal, start)
      // startsWith takes a negative start as 0.
      if (!isMatch || start < 0) continue
      this.#seen[entry] = textId
      const ids = this.#ids[entry]
      if (ids !== undefined) into.addAll(ids)
    }
  }
}

interface Entry {
  literal: Literal
  /** Start of the gram in the literal. */
  offset: number
  gram: number
}

/** Chooses each literal's rarest gram. Returns one entry for each way to write that gram in bytes. */
function entriesOf(literals: readonly Literal[], width: number): Entry[] {
  const uses = new Map<number, number>()
  for (const { text, fold } of literals) {
    const grams = new Set<number>()
    for (let at = 0; at + width <= text.length; at++) {
      for (const gram of gramsAt(text, at, width, fold)) grams.add(gram)
    }
    for (const gram of grams) uses.set(gram, (uses.get(gram) ?? 0) + 1)
  }
  return literals.flatMap(literal => {
    const { text, fold } = literal
    let offset = 0
    let lowestCost = Number.POSITIVE_INFINITY
    for (let at = 0; at + width <= text.length; at++) {
      let cost = 0
      for (const gram of gramsAt(text, at, width, fold)) cost += 100 * (uses.get(gram) ?? 0)
      const units = text.slice(at, at + width).toLowerCase()
      for (const unit of units) cost += commonCharacters.has(unit) ? 2 : 0
      if (/^[\d ]+$/.test(units)) cost *= numberCostFactor
      if (cost < lowestCost) {
        lowestCost = cost
        offset = at
      }
    }
    return gramsAt(text, offset, width, fold).map(gram => ({ literal, offset, gram }))
  })
}

/** The grams at a position as bytes: several if it has an i, k or s that other characters fold to. */
function gramsAt(text: string, at: number, width: number, fold: boolean): number[] {
  let grams = [0]
  for (let i = at; i < at + width; i++) {
    const unit = text.charAt(i)
    const variants = unit + (fold ? (foldedVariants.get(unit) ?? '') : '')
    const options = variants.split('').map(one => (one.charCodeAt(0) & 0xff) | 0x20)
    grams = grams.flatMap(gram => options.map(byte => (gram << 8) | byte))
  }
  return grams
}

/** The capital I with a dot (which folds to i and a combining dot), the Kelvin sign, and the long s. */
const foldedVariants: ReadonlyMap<string, string> = new Map([
  ['i', '\u0130'],
  ['k', '\u212a'],
  ['s', '\u017f'],
])

function isLong({ text }: Literal): boolean {
  return text.length >= longGram
}

/** The letter of which a UTF-16 unit is one of `foldedVariants`; any other unit as it is. */
function foldedUnit(unit: number): number {
  switch (unit) {
    case 0x130:
      return 0x69
    case 0x212a:
      return 0x6b
    case 0x17f:
      return 0x73
    default:
      return unit
  }
}

/** Whether the literal, which is in lower case, is at `start` in any case. */
function startsWithFolded(text: string, literal: string, start: number): boolean {
  if (start < 0 || start + literal.length > text.length) return false
  for (let at = 0; at < literal.length; at++) {
    const unit = text.charCodeAt(start + at)
    const small = unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit < 0x80 ? unit : foldedUnit(unit)
    if (small !== literal.charCodeAt(at)) return false
  }
  return true
}
