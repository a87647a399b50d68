import { classSource, foldRanges, listMembers, type Range, unicodeEscape } from './class-set.ts'
import { rejectSurrogate, UnsupportedSyntaxError } from './pattern-reader.ts'
import {
  alternativeLiterals,
  emptyLiteral,
  type RequiredLiterals,
  sequenceLiterals,
} from './required-literals.ts'

/** A part of a translated pattern. */
export interface Fragment {
  /** In JavaScript. */
  source: string
  literals: RequiredLiterals
  /** Whether it also matches the empty text. */
  nullable: boolean
  /** Whether it contains captures. */
  captures: boolean
}

/** An assertion such as `^`: it holds at a position and takes no text. */
export function assertion(source: string): Fragment {
  return { source, literals: emptyLiteral, nullable: true, captures: false }
}

/** One UTF-16 unit that stands for itself, in any case with `fold`. */
export function unitFragment(unit: string, fold: boolean): Fragment {
  rejectSurrogate(unit)
  const code = unit.charCodeAt(0)
  if (!fold || !hasCase(unit))
    return oneUnit(/[\w \-:;,="'<>@#%&!~/]/.test(unit) ? unit : unicodeEscape(code), [unit])
  return oneUnit(classSource(foldOrThrow([[code, code]]), false), [unit.toLowerCase()])
}

/** Whether folding may change a unit. */
export function hasCase(unit: string): boolean {
  return unit > '\x7f' || /[a-z]/i.test(unit)
}

/** One unit of a set. */
export function setFragment(ranges: readonly Range[], negated: boolean, fold: boolean): Fragment {
  const folded = fold ? foldOrThrow(ranges) : ranges
  // With `fold` a member stands for both cases, which `literals` cannot say.
  return oneUnit(classSource(folded, negated), negated || fold ? undefined : listMembers(folded, 4))
}

export function sequence(parts: readonly Fragment[]): Fragment {
  return {
    source: parts.map(part => part.source).join(''),
    literals: sequenceLiterals(parts.map(part => part.literals)),
    nullable: parts.every(part => part.nullable),
    captures: parts.some(part => part.captures),
  }
}

/** One of several parts; a single part is returned as it is. */
export function alternatives(first: Fragment, others: readonly Fragment[]): Fragment {
  if (others.length === 0) return first
  const parts = [first, ...others]
  return {
    source: parts.map(part => part.source).join('|'),
    literals: alternativeLiterals(parts.map(part => part.literals)),
    nullable: parts.some(part => part.nullable),
    captures: parts.some(part => part.captures),
  }
}

function oneUnit(source: string, exact: readonly string[] | undefined): Fragment {
  return { source, literals: { exact, anyOf: undefined, allOf: [] }, nullable: false, captures: false }
}

function foldOrThrow(ranges: readonly Range[]): readonly Range[] {
  const folded = foldRanges(ranges)
  if (folded === undefined) throw new UnsupportedSyntaxError()
  return folded
}
