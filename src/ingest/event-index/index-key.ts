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
  /** Whether `text` is folded: A to Z in lower case, k and s also for what folds to them (as in RE2). */
  fold: boolean
}
