/**
 * `Predicate` is a parsed filter as a tree. The in-memory matcher (match/matcher.ts) and the SQL compiler
 * (storage/sql/filter.ts) interpret it and must agree on every event; property tests compare them.
 */

/** A tag with one name or several: the value of the first name that is not empty, otherwise ''. */
export interface TagRef {
  tag: readonly string[]
}
/** A field whose value is a text. */
export type TextField = 'host' | 'program' | 'cisco_mnemonic' | 'type' | 'message' | TagRef
/** counter, first_occurrence and last_occurrence are values of the whole event, not of the range. */
export type NumberField =
  | 'severity'
  | 'facility'
  | 'status'
  | 'counter'
  | 'first_occurrence'
  | 'last_occurrence'

/** A test of one text value. */
export type TextTest =
  /**
   * The whole value equals this. With `fold`, letter case does not matter, and `value` is already folded
   * (words/tokens.ts).
   */
  | { kind: 'is'; value: string; fold: boolean }
  /** The whole value fits the wildcard pattern: * any run of characters, ? exactly one. Folded like `is`. */
  | { kind: 'like'; pattern: string; fold: boolean }
  /** The value is not empty. */
  | { kind: 'present' }
  /** RE2 syntax, found anywhere in the value; validated by parse-filter.ts. `fold` = case-insensitive. */
  | { kind: 'regex'; pattern: string; fold: boolean }

/** One token of a phrase, folded. With `wild`, * and ? stand for characters inside this one token. */
export interface TokenPattern {
  text: string
  wild: boolean
}

/** A test of an event. */
export type Predicate =
  | { kind: 'const'; value: boolean }
  | { kind: 'all'; of: readonly Predicate[] }
  | { kind: 'some'; of: readonly Predicate[] }
  | { kind: 'not'; of: Predicate }
  | { kind: 'text'; field: TextField; test: TextTest }
  /**
   * Any of many plain values: kept apart from `some` so that lists of thousands stay one set in memory and in
   * SQL.
   */
  | { kind: 'in'; field: TextField; values: readonly string[]; fold: boolean }
  | { kind: 'number'; field: NumberField; op: 'eq' | 'lt' | 'le' | 'gt' | 'ge'; value: number }
  | { kind: 'number-in'; field: NumberField; values: readonly number[] }
  /** A tag compared as a number; false when its text is not a plain decimal number (-?digits[.digits]). */
  | { kind: 'tag-number'; field: TagRef; op: 'lt' | 'le' | 'gt' | 'ge'; value: number }
  /** The tokens of the message, next to each other and in this order. At least one. */
  | { kind: 'phrase'; tokens: readonly TokenPattern[] }
