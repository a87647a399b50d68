/** A value with its earlier and undone states. */
export interface History<T> {
  readonly present: T
  /** Earlier states, newest last. */
  readonly past: readonly T[]
  /** Undone states. The last one is redone first. */
  readonly future: readonly T[]
  /** Merge key of the last change; see `changed`. */
  readonly mergeKey: string | undefined
}

/** Maximum undo steps. */
const maxSteps = 100

/** A history without steps. */
export function historyOf<T>(present: T): History<T> {
  return { present, past: [], future: [], mergeKey: undefined }
}

/**
 * Adds a change as an undo step. A change with the merge key of the last one becomes part of its step: one
 * undo takes back a widget's move by several arrow keys.
 */
export function changed<T>(history: History<T>, present: T, mergeKey?: string): History<T> {
  if (present === history.present) return history
  const isMerged = mergeKey !== undefined && mergeKey === history.mergeKey && history.past.length > 0
  const past = isMerged ? history.past : [...history.past, history.present].slice(-maxSteps)
  return { present, past, future: [], mergeKey }
}

/** The history after one undo; unchanged if there is nothing to undo. */
export function undone<T>(history: History<T>): History<T> {
  const previous = history.past.at(-1)
  if (previous === undefined) return history
  return {
    present: previous,
    past: history.past.slice(0, -1),
    future: [...history.future, history.present],
    mergeKey: undefined,
  }
}

/** The history after one redo; unchanged if there is nothing to redo. */
export function redone<T>(history: History<T>): History<T> {
  const next = history.future.at(-1)
  if (next === undefined) return history
  return {
    present: next,
    past: [...history.past, history.present],
    future: history.future.slice(0, -1),
    mergeKey: undefined,
  }
}
