/**
 * A part of an event that the index looks up: `message`, `host`, `program`, `mnemonic`, `tag name`, `extra
 * path`, ...
 */
export type Slot = string

/**
 * A key of the index: the slot equals a text, contains it, or is present. An event that has none of a
 * condition's keys cannot match the condition.
 */
export interface IndexKey {
  slot: Slot
  kind: 'equal' | 'literal' | 'present'
  /** The value or literal; '' for `present`, which any value except '' satisfies. */
  text: string
  /**
   * True: `text` has A to Z in lower case, and k and s for the characters that fold to them (RE2's simple
   * folding).
   */
  fold: boolean
}
