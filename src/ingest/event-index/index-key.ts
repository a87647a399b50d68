/** A part of an event that is looked up: `message`, `host`, `program`, `tag name`, `extra path`, ... */
export type Slot = string

/**
 * A key under which EventIndex has a rule or a trigger, from one of its conditions: the slot of an event
 * equals a text, contains it, or is present. An event that has none of a condition's keys cannot match the
 * condition.
 */
export interface IndexKey {
  slot: Slot
  kind: 'equal' | 'literal' | 'present'
  /** The value or literal; '' for `present`, which any value except '' satisfies. */
  text: string
  /**
   * True: `text` is in lower case, and its letters match both cases; k also matches the Kelvin sign U+212A,
   * and s the long s U+017F (as in RE2).
   */
  fold: boolean
}
