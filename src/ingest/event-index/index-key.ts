/**
 * A place of an event that the index looks up: `message`, `host`, `program`, `mnemonic`, `tag name`, `extra
 * path`, ...
 */
export type Slot = string

/**
 * A key of the index: the slot equals a value, contains a literal, or is present. An event without any key of
 * a condition does not match it.
 */
export interface IndexKey {
  slot: Slot
  kind: 'equal' | 'literal' | 'present'
  /** The value or literal; '' for `present`, which any value but '' satisfies. */
  text: string
  /** A to Z in lower case, and the characters that fold to k and s (RE2's simple folding). */
  fold: boolean
}
