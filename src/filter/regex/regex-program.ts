import type { RE2JS } from 're2js'

/** An instruction of re2js's compiled program, as in RE2 and Go's regexp/syntax. */
interface Instruction {
  op: number
  out: number
  arg: number
  matchRune(rune: number): boolean
}

/** A compiled regular expression. */
export interface RegexProgram {
  inst: readonly Instruction[]
  start: number
  /** Number of captures. */
  groups: number
  /**
   * For each character up to 255: 1 if it may begin a match, otherwise 0. Every character above 255 may begin
   * one. Undefined if a match may be empty, or if too many characters may begin one.
   */
  firsts: Uint8Array | undefined
  /** Whether matches begin only at the start of the text. */
  isAnchored: boolean
  /** The library's own matcher, which is faster but does not count its steps. */
  testUncounted: (text: string) => boolean
}

/** Opcodes; a test compares them with the library. */
export const opcodes = {
  alt: 1,
  capture: 3,
  emptyWidth: 4,
  fail: 5,
  match: 6,
  nop: 7,
  rune: 8,
  rune1: 9,
  runeAny: 10,
  runeNoBreak: 11,
} as const

/** Bits of `arg` of emptyWidth. */
export const assertions = {
  lineStart: 1,
  lineEnd: 2,
  textStart: 4,
  textEnd: 8,
  wordBoundary: 16,
  noWordBoundary: 32,
} as const

const supported: ReadonlySet<number> = new Set(Object.values(opcodes))
/** Number of characters in `RegexProgram.firsts`. */
const firstsLength = 256
/** If more instructions than this may match the first character, matches are tried at every position. */
const maxFirstInstructions = 32
/** Instructions visited to find them. If there are more, matches are tried at every position too. */
const maxVisited = 128

/**
 * Reads the program that the library has compiled. Throws an Error for instructions that RE2 does not have,
 * which patterns of compileRegex never contain.
 */
export function readProgram(regex: RE2JS): RegexProgram {
  const { inst, start }: Pick<RegexProgram, 'inst' | 'start'> = regex.re2().prog
  if (!inst.every(({ op }) => supported.has(op))) throw new Error('not an expression of RE2')
  return {
    inst,
    start,
    groups: regex.groupCount(),
    firsts: findFirsts(inst, start),
    isAnchored: isAnchored(inst, start),
    testUncounted: text => regex.test(text),
  }
}

function isAnchored(inst: readonly Instruction[], start: number): boolean {
  let instruction = inst[start]
  for (let step = 0; step < inst.length; step++) {
    if (instruction?.op === opcodes.emptyWidth && (instruction.arg & assertions.textStart) !== 0) return true
    const takesNoText = instruction?.op === opcodes.capture || instruction?.op === opcodes.nop
    if (instruction === undefined || !takesNoText) return false
    instruction = inst[instruction.out]
  }
  return false
}

/** Computes `RegexProgram.firsts` from the instructions that may match the first character. */
function findFirsts(inst: readonly Instruction[], start: number): Uint8Array | undefined {
  const seen = new Set<number>()
  const pending = [start]
  const firstInstructions: Instruction[] = []
  for (let pc = pending.pop(); pc !== undefined; pc = pending.pop()) {
    const instruction = inst[pc]
    if (instruction === undefined || seen.has(pc)) continue
    seen.add(pc)
    if (seen.size > maxVisited) return undefined
    switch (instruction.op) {
      case opcodes.match:
      case opcodes.runeAny:
      case opcodes.runeNoBreak:
        return undefined
      case opcodes.rune:
      case opcodes.rune1:
        firstInstructions.push(instruction)
        break
      case opcodes.alt:
        pending.push(instruction.arg, instruction.out)
        break
      case opcodes.fail:
        break
      default:
        pending.push(instruction.out)
    }
  }
  if (firstInstructions.length > maxFirstInstructions) return undefined
  const firsts = new Uint8Array(firstsLength)
  for (let code = 0; code < firstsLength; code++) {
    if (firstInstructions.some(instruction => instruction.matchRune(code))) firsts[code] = 1
  }
  return firsts
}
