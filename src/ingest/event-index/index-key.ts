/** A part of an event that is looked up: `message`, `host`, `program`, `tag name`, `extra path`, ... */
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
  /** True: `text` is in lower case and matches any case, k also the Kelvin sign and s the long s (RE2). */
  fold: boolean
}
