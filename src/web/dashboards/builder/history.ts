/** A value with its earlier and undone states. */
export interface History<T> {
  readonly present: T
  /** Newest last. */
  readonly past: readonly T[]
  /** The next one to redo last. */
  readonly future: readonly T[]
  /** Merge key of the last change; changes with the same key within one gesture are one step. */
  readonly mergeKey: string | undefined
}

const maxSteps = 100

export function historyOf<T>(present: T): History<T> {
  return { present, past: [], future: [], mergeKey: undefined }
}

/**
 * Adds a step. With the merge key of the last change, the step is merged into it, so that the keys of one
 * move are undone together.
 */
export function changed<T>(history: History<T>, present: T, mergeKey?: string): History<T> {
  if (present === history.present) return history
  const isMerged = mergeKey !== undefined && mergeKey === history.mergeKey && history.past.length > 0
  const past = isMerged ? history.past : [...history.past, history.present].slice(-maxSteps)
  return { present, past, future: [], mergeKey }
}

export function undone<T>(history: History<T>): History<T> {
  const before = history.past.at(-1)
  if (before === undefined) return history
  return {
    present: before,
    past: history.past.slice(0, -1),
    future: [...history.future, history.present],
    mergeKey: undefined,
  }
}

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
