import { widthAt } from '../words/wildcard.ts'
import type { RegexMatch } from './regex-match.ts'
import { assertions, opcodes, type RegexProgram } from './regex-program.ts'
import type { StepBudget } from './step-budget.ts'

const { alt, capture, emptyWidth, match, nop, rune, rune1, runeAny, runeNoBreak } = opcodes

const lineFeed = 0x0a
/** Maximum instructions times positions of the text, one bit each: 32 MiB. */
const maxCells = 2 ** 28
/** Maximum states to backtrack to, 8 bytes each. */
const maxPending = 2 ** 22
/** Words of 32 bits that are cleared in the time of one step. */
const wordsPerStep = 64
/** Characters that are skipped, or bits that are cleared, in the time of one step. */
const skipsPerStep = 8

/** Backtracking stack of the current search; searches do not overlap. Deeper searches get their own stack. */
const sharedPending = new Int32Array(2 ** 12)
/** Bits of the current matcher, if it searches only once. Larger searches get their own bits. */
const sharedSeen = new Uint32Array(2 ** 15)

/**
 * Runs a regular expression on one text by backtracking, in linear time for all matches together: remembers
 * which instructions have failed at which positions, and never visits such a pair again. Each visit is a step
 * of the budget.
 */
export class LinearMatcher {
  readonly #program: RegexProgram
  readonly #text: string
  /** Start of the first search. */
  readonly #base: number
  readonly #budget: StepBudget
  /** A bit for each pair of position and instruction: whether it was visited. */
  readonly #seen: Uint32Array
  /** States to backtrack to: instruction and position, or `~slot` and a value that restore a capture. */
  #pending = sharedPending
  /** Start and end of each group in the current attempt; -1 if it has not matched. */
  readonly #captures: Int32Array
  /** Steps that are not yet taken from the budget. */
  #steps: number
  /** True until the first search. */
  #isFirst = true

  /** For matches at or after `base`: for all of them, or for the first only. */
  constructor(
    program: RegexProgram,
    text: string,
    base: number,
    budget: StepBudget,
    matches: 'first' | 'all',
  ) {
    const cells = program.inst.length * (text.length - base + 1)
    if (cells > maxCells) throw budget.exceeded()
    const words = Math.ceil(cells / 32)
    this.#program = program
    this.#text = text
    this.#base = base
    this.#budget = budget
    this.#captures = new Int32Array(2 * program.groups + 2)
    const isShared = matches === 'first' && words <= sharedSeen.length
    this.#seen = isShared ? sharedSeen.fill(0, 0, words) : new Uint32Array(words)
    this.#steps = Math.ceil(words / wordsPerStep)
  }

  test(): boolean {
    return this.#search(this.#base)[1] !== -1
  }

  /** The first match at or after `from`, which must not be before the end of the last match. */
  next(from: number): RegexMatch | undefined {
    const [start, end] = this.#search(from)
    return end === -1 ? undefined : this.#createMatch(start, end)
  }

  /** Start and end of the first match, -1 for none. */
  #search(from: number): [start: number, end: number] {
    // The last match may have ended at `from`, so pairs at `from` may belong to it and must be visited again.
    // All pairs visited after `from` failed.
    if (!this.#isFirst) this.#forget(from)
    this.#isFirst = false
    const text = this.#text
    const { firsts, isAnchored } = this.#program
    try {
      for (let start = from; start <= text.length; start += widthAt(text, start)) {
        if (firsts !== undefined) {
          const skipFrom = start
          while (firsts[text.charCodeAt(start)] === 0) start++
          this.#steps += (start - skipFrom) / skipsPerStep
          // `firsts` is defined, so no match is empty.
          if (start >= text.length) break
        }
        if (isAnchored && start > 0) break
        const end = this.#endOf(start)
        if (end !== -1) return [start, end]
      }
      return [-1, -1]
    } finally {
      const steps = this.#steps
      this.#steps = 0
      this.#budget.spend(steps)
    }
  }

  /** The end of the match that begins at `start`, -1 for none. */
  #endOf(start: number): number {
    const { inst } = this.#program
    const text = this.#text
    const captures = this.#captures.fill(-1)
    this.#pending = sharedPending
    let height = 0
    let pc = this.#program.start
    let at = start
    for (;;) {
      const instruction = inst[pc]
      // -1: this state fails.
      let next = -1
      if (instruction !== undefined && this.#visit(pc, at)) {
        switch (instruction.op) {
          case match:
            return at
          case alt:
            height = this.#push(height, instruction.arg, at)
            next = instruction.out
            break
          case capture:
            // Restores the capture if this state fails.
            height = this.#push(height, ~instruction.arg, captures[instruction.arg] ?? -1)
            captures[instruction.arg] = at
            next = instruction.out
            break
          case emptyWidth:
            if ((instruction.arg & ~assertionFlags(text, at)) === 0) next = instruction.out
            break
          case nop:
            next = instruction.out
            break
          case runeAny:
            if (at < text.length) {
              at += widthAt(text, at)
              next = instruction.out
            }
            break
          case runeNoBreak:
            if (at < text.length && text.charCodeAt(at) !== lineFeed) {
              at += widthAt(text, at)
              next = instruction.out
            }
            break
          case rune:
          case rune1:
            if (at < text.length && instruction.matchRune(text.codePointAt(at) ?? 0)) {
              at += widthAt(text, at)
              next = instruction.out
            }
        }
      }
      while (next === -1) {
        if (height === 0) return -1
        height -= 2
        next = this.#pending[height] ?? 0
        at = this.#pending[height + 1] ?? 0
        if (next >= 0) break
        captures[~next] = at
        next = -1
      }
      pc = next
    }
  }

  /** Marks a pair as visited. Returns false if it already was. */
  #visit(pc: number, at: number): boolean {
    const cell = (at - this.#base) * this.#program.inst.length + pc
    const bit = 1 << (cell & 31)
    const word = this.#seen[cell >>> 5] ?? 0
    if ((word & bit) !== 0) return false
    this.#seen[cell >>> 5] = word | bit
    if (++this.#steps > this.#budget.left) throw this.#budget.exceeded()
    return true
  }

  /** Marks the pairs of a position as not visited. */
  #forget(at: number): void {
    const { length } = this.#program.inst
    const firstCell = (at - this.#base) * length
    for (let cell = firstCell; cell < firstCell + length; cell++) {
      this.#seen[cell >>> 5] = (this.#seen[cell >>> 5] ?? 0) & ~(1 << (cell & 31))
    }
    this.#steps += Math.ceil(length / skipsPerStep)
  }

  /** Pushes a pair onto the stack of this height. Returns the new height. */
  #push(height: number, pc: number, at: number): number {
    if (height === this.#pending.length) {
      if (height >= 2 * maxPending) throw this.#budget.exceeded()
      const grown = new Int32Array(2 * height)
      grown.set(this.#pending)
      this.#pending = grown
    }
    this.#pending[height] = pc
    this.#pending[height + 1] = at
    return height + 2
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

/** The assertions that hold at a position, as bits of `arg` of emptyWidth. */
function assertionFlags(text: string, at: number): number {
  const { lineStart, lineEnd, textStart, textEnd, wordBoundary, noWordBoundary } = assertions
  const before = at === 0 ? -1 : text.charCodeAt(at - 1)
  const after = at === text.length ? -1 : text.charCodeAt(at)
  let flags: number = isWordUnit(before) === isWordUnit(after) ? noWordBoundary : wordBoundary
  if (before === -1) flags |= textStart | lineStart
  if (before === lineFeed) flags |= lineStart
  if (after === -1) flags |= textEnd | lineEnd
  if (after === lineFeed) flags |= lineEnd
  return flags
}

function isWordUnit(unit: number): boolean {
  return (
    (unit >= 0x30 && unit <= 0x39) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x61 && unit <= 0x7a) ||
    unit === 0x5f
  )
}
