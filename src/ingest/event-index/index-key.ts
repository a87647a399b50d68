/** A place of an event that the index looks up: `message`, `host`, `program`, `mnemonic`, `tag name`, `extra path`, ... */
export type Slot = string

/**
 * A key of the index: the slot equals a value, contains a literal, or is present. An event without any key of a condition
 * does not match it.
 */
export interface IndexKey {
  slot: Slot
  kind: 'equal' | 'literal' | 'present'
  /** The value or literal; '' for `present`, which any value but '' satisfies. */
  text: string
  /** Of a value: it is case-folded (filter/tokens.ts) and any value that folds to it is equal. Of a literal: its small letters a to z match both cases. */
  fold: boolean
}
