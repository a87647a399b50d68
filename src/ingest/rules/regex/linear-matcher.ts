import type { RE2JS } from 're2js'
import { widthAt } from '../../../filter/wildcard.ts'
import type { RegexMatch } from './match.ts'

/** An instruction of re2js's compiled program, as in RE2 and Go's regexp/syntax. */
interface Instruction {
  op: number
  out: number
  arg: number
  matchRune(rune: number): boolean
}

interface Program {
  inst: readonly Instruction[]
  start: number
}

/** Opcodes; a test compares them with the library. */
const ALT = 1
const CAPTURE = 3
const EMPTY_WIDTH = 4
const FAIL = 5
const MATCH = 6
const NOP = 7
const RUNE = 8
const RUNE_1 = 9
const RUNE_ANY = 10
const supportedOpcodes: ReadonlySet<number> = new Set([
  ...[ALT, CAPTURE, EMPTY_WIDTH, FAIL, MATCH],
  ...[NOP, RUNE, RUNE_1, RUNE_ANY],
])

/** Maximum instructions times positions of the text, one bit each: 4 MiB. */
const maxCells = 2 ** 25
/** Maximum states to backtrack to, 8 bytes each. */
const maxPending = 2 ** 22

/**
 * Finds all matches of one expression in one text, in linear time for all of them together. Separate searches may each scan the
 * rest of the text; this one backtracks and remembers, over all matches, which instruction fails at which position. It visits
 * each pair once.
 */
export class LinearMatcher {
  /** Visited pairs of instruction and position. */
  steps = 0
  readonly #program: Program
  readonly #text: string
  /** Start of the first search. */
  readonly #base: number
  /** A bit for each position and instruction: visited. */
  readonly #seen: Uint32Array
  #pending = new Int32Array(512)
  readonly #captures: Int32Array

  private constructor(program: Program, groups: number, text: string, base: number) {
    this.#program = program
    this.#text = text
    this.#base = base
    this.#seen = new Uint32Array(Math.ceil((program.inst.length * (text.length - base + 1)) / 32))
    this.#captures = new Int32Array(2 * groups + 2)
  }

  /**
   * For matches at or after `base`; undefined for an expression with instructions that RE2 does not have. Throws an Error if
   * expression and text together are too large.
   */
  static of(regex: RE2JS, text: string, base: number): LinearMatcher | undefined {
    const program: Program = regex.re2().prog
    if (!program.inst.every(({ op }) => supportedOpcodes.has(op))) return undefined
    if (program.inst.length * (text.length - base + 1) > maxCells) throw tooLargeError()
    return new LinearMatcher(program, regex.groupCount(), text, base)
  }

  /** The first match at or after `from`, which must not be before the end of the last match. */
  next(from: number): RegexMatch | undefined {
    // The pairs at the end of the last match led to it; all others beyond it failed.
    this.#forget(from)
    for (let start = from; start <= this.#text.length; start += widthAt(this.#text, start)) {
      const end = this.#search(start)
      if (end !== -1) return this.#createMatch(start, end)
    }
    return undefined
  }

  /** The end of the match that begins at `start`, -1 for none. */
  #search(start: number): number {
    const { inst } = this.#program
    const text = this.#text
    const captures = this.#captures.fill(-1)
    let pending = 0
    let pc = this.#program.start
    let at = start
    for (;;) {
      const instruction = inst[pc]
      // -1: this state fails.
      let next = -1
      if (instruction !== undefined && this.#isNew(pc, at)) {
        switch (instruction.op) {
          case MATCH:
            return at
          case ALT:
            pending = this.#push(pending, instruction.arg, at)
            next = instruction.out
            break
          case CAPTURE:
            // Restores the capture if this state fails.
            pending = this.#push(pending, ~instruction.arg, captures[instruction.arg] ?? -1)
            captures[instruction.arg] = at
            next = instruction.out
            break
          case EMPTY_WIDTH:
            if ((instruction.arg & ~assertionFlags(text, at)) === 0) next = instruction.out
            break
          case NOP:
            next = instruction.out
            break
          case RUNE_ANY:
          case RUNE:
          case RUNE_1:
            if (
              at < text.length &&
              (instruction.op === RUNE_ANY || instruction.matchRune(text.codePointAt(at) ?? 0))
            ) {
              at += widthAt(text, at)
              next = instruction.out
            }
        }
      }
      while (next === -1) {
        if (pending === 0) return -1
        pending -= 2
        next = this.#pending[pending] ?? 0
        at = this.#pending[pending + 1] ?? 0
        if (next >= 0) break
        captures[~next] = at
        next = -1
      }
      pc = next
    }
  }

  #isNew(pc: number, at: number): boolean {
    const cell = (at - this.#base) * this.#program.inst.length + pc
    const bit = 1 << (cell & 31)
    const word = this.#seen[cell >>> 5] ?? 0
    if ((word & bit) !== 0) return false
    this.#seen[cell >>> 5] = word | bit
    this.steps++
    return true
  }

  #forget(at: number): void {
    const { length } = this.#program.inst
    const first = (at - this.#base) * length
    for (let cell = first; cell < first + length; cell++) {
      this.#seen[cell >>> 5] = (this.#seen[cell >>> 5] ?? 0) & ~(1 << (cell & 31))
    }
  }

  #push(pending: number, pc: number, at: number): number {
    if (pending === this.#pending.length) {
      if (pending >= 2 * maxPending) throw tooLargeError()
      const grown = new Int32Array(2 * pending)
      grown.set(this.#pending)
      this.#pending = grown
    }
    this.#pending[pending] = pc
    this.#pending[pending + 1] = at
    return pending + 2
  }

  #createMatch(start: number, end: number): RegexMatch {
    const text = this.#text
    const groups: (string | undefined)[] = [text.slice(start, end)]
    for (let slot = 2; slot < this.#captures.length; slot += 2) {
      const from = this.#captures[slot] ?? -1
      const to = this.#captures[slot + 1] ?? -1
      groups.push(from === -1 || to === -1 ? undefined : text.slice(from, to))
    }
    return { groups, start, end }
  }
}

/** Assertions that hold at a position: begin of line or text (1, 4), end of line or text (2, 8), edge of a word (16) or not (32). */
function assertionFlags(text: string, at: number): number {
  const before = at === 0 ? -1 : text.charCodeAt(at - 1)
  const behind = at === text.length ? -1 : text.charCodeAt(at)
  const begins = before === -1 ? 5 : before === 0x0a ? 1 : 0
  const ends = behind === -1 ? 10 : behind === 0x0a ? 2 : 0
  return begins | ends | (isWordUnit(before) === isWordUnit(behind) ? 32 : 16)
}

function isWordUnit(unit: number): boolean {
  return (
    (unit >= 0x30 && unit <= 0x39) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x61 && unit <= 0x7a) ||
    unit === 0x5f
  )
}

function tooLargeError(): Error {
  return new Error('The expression and the text that it replaces in are too large together')
}
