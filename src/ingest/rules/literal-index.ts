import type { Candidates } from './candidates.ts'

/** Units that tell little, since they are everywhere: a literal is looked for by others of its units. */
const common = new Set(' etaoinsrl')

/** A literal that is shorter is not worth an index: it stands in too many texts. */
export const shortestLiteral = 2
const longGram = 4

interface Literal {
  text: string
  /** Small letters a to z of the text stand for both cases. */
  fold: boolean
  ids: number[]
}

/**
 * Which of very many literals stand in a text, in one pass over it whose time does not grow with how many there are: a window of
 * four units slides along, and only where the window is one of a literal's (the rarest among all literals) is the literal compared.
 */
export class LiteralIndex {
  readonly #literals = new Map<string, Literal>()
  #long: GramTable | undefined
  #short: GramTable | undefined

  /** Texts with the literal (two units or more) have these candidates. To be called before `freeze`. */
  add(text: string, fold: boolean, id: number): void {
    const key = `${fold ? 'i' : 'c'}${text}`
    const known = this.#literals.get(key)
    if (known === undefined) this.#literals.set(key, { text, fold, ids: [id] })
    else if (known.ids.at(-1) !== id) known.ids.push(id)
  }

  freeze(): void {
    const all = [...this.#literals.values()]
    const long = all.filter(({ text }) => text.length >= longGram)
    const short = all.filter(({ text }) => text.length < longGram)
    if (long.length > 0) this.#long = new GramTable(long, longGram)
    if (short.length > 0) this.#short = new GramTable(short, shortestLiteral)
    this.#literals.clear()
  }

  /** Adds the candidates of all literals that stand in the text. */
  find(text: string, into: Candidates): void {
    this.#long?.find(text, into)
    this.#short?.find(text, into)
  }
}

/** Literals by one gram each: so many units in a row, folded and cut to a byte each. */
class GramTable {
  readonly #width: number
  readonly #mask: number
  readonly #shift: number
  /** Whether a gram of this hash is there. */
  readonly #there: Uint8Array
  /** By hash: the first literal of it, plus one; `#next` has the others. */
  readonly #heads: Int32Array
  readonly #next: Int32Array
  readonly #grams: Int32Array
  readonly #offsets: Int32Array
  readonly #texts: string[]
  readonly #folds: boolean[]
  readonly #ids: Int32Array[]
  /** The text in which each literal was last found: once is enough. */
  readonly #seen: Uint32Array
  #texted = 0

  constructor(literals: readonly Literal[], width: number) {
    const bits = Math.min(18, Math.max(11, Math.ceil(Math.log2(literals.length)) + 4))
    this.#width = width
    this.#mask = width === longGram ? -1 : 0xffff
    this.#shift = 32 - bits
    this.#there = new Uint8Array(1 << bits)
    this.#heads = new Int32Array(1 << bits)
    this.#next = new Int32Array(literals.length)
    this.#grams = new Int32Array(literals.length)
    this.#offsets = new Int32Array(literals.length)
    this.#seen = new Uint32Array(literals.length)
    this.#texts = literals.map(({ text }) => text)
    this.#folds = literals.map(({ fold }) => fold)
    this.#ids = literals.map(({ ids }) => Int32Array.from(ids))
    this.#place(literals)
  }

  /** Gives each literal the gram that the fewest others have. */
  #place(literals: readonly Literal[]): void {
    const uses = new Map<number, number>()
    const grams = literals.map(({ text }) => gramsOf(text, this.#width))
    for (const ofOne of grams) for (const gram of new Set(ofOne)) uses.set(gram, (uses.get(gram) ?? 0) + 1)
    for (const [at, ofOne] of grams.entries()) {
      const text = this.#texts[at] ?? ''
      let best = 0
      let least = Number.POSITIVE_INFINITY
      for (const [offset, gram] of ofOne.entries()) {
        let cost = 100 * (uses.get(gram) ?? 0)
        for (const unit of text.slice(offset, offset + this.#width).toLowerCase())
          cost += common.has(unit) ? 2 : 0
        if (cost < least) {
          least = cost
          best = offset
        }
      }
      const gram = ofOne[best] ?? 0
      const hash = Math.imul(gram, 0x9e3779b1) >>> this.#shift
      this.#grams[at] = gram
      this.#offsets[at] = best + this.#width - 1
      this.#next[at] = this.#heads[hash] ?? 0
      this.#heads[hash] = at + 1
      this.#there[hash] = 1
    }
  }

  find(text: string, into: Candidates): void {
    const there = this.#there
    const shift = this.#shift
    const mask = this.#mask
    const { length } = text
    this.#texted = (this.#texted + 1) >>> 0
    let window = 0
    let at = 0
    for (const first = Math.min(length, this.#width - 1); at < first; at++) {
      window = (window << 8) | ((text.charCodeAt(at) | 0x20) & 0xff)
    }
    for (; at < length; at++) {
      window = (window << 8) | ((text.charCodeAt(at) | 0x20) & 0xff)
      if (there[Math.imul(window & mask, 0x9e3779b1) >>> shift] === 1)
        this.#hit(text, at, window & mask, into)
    }
  }

  /** `gram` ends at `at`. */
  #hit(text: string, at: number, gram: number, into: Candidates): void {
    const hash = Math.imul(gram, 0x9e3779b1) >>> this.#shift
    for (let one = (this.#heads[hash] ?? 0) - 1; one >= 0; one = (this.#next[one] ?? 0) - 1) {
      if (this.#grams[one] !== gram || this.#seen[one] === this.#texted) continue
      const start = at - (this.#offsets[one] ?? 0)
      const literal = this.#texts[one] ?? ''
      const same = this.#folds[one] ? standsFolded(text, literal, start) : text.startsWith(literal, start)
      // Before the text begins nothing stands; startsWith would take that for its beginning.
      if (!same || start < 0) continue
      this.#seen[one] = this.#texted
      const ids = this.#ids[one]
      if (ids !== undefined) into.addAll(ids)
    }
  }
}

function gramsOf(text: string, width: number): number[] {
  const grams: number[] = []
  for (let at = 0; at + width <= text.length; at++) {
    let gram = 0
    for (let unit = 0; unit < width; unit++) gram = (gram << 8) | ((text.charCodeAt(at + unit) | 0x20) & 0xff)
    grams.push(gram)
  }
  return grams
}

/** Whether the literal (its letters a to z small) stands there in any case of these letters. */
function standsFolded(text: string, literal: string, start: number): boolean {
  if (start < 0 || start + literal.length > text.length) return false
  for (let at = 0; at < literal.length; at++) {
    const unit = text.charCodeAt(start + at)
    const small = unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit
    if (small !== literal.charCodeAt(at)) return false
  }
  return true
}
