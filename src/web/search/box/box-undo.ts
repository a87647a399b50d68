import type { Pill } from '../../../filter/typed/pill.ts'

/** The state of the box at one moment. */
export interface BoxState {
  text: string
  caret: number
  pills: readonly Pill[]
}

/** Steps that can be undone and done again. */
export interface BoxUndo {
  past: readonly (BoxState & { kind: string })[]
  future: readonly BoxState[]
}

export const noUndo: BoxUndo = { past: [], future: [] }
const maxSteps = 100

/**
 * Records the state before a change. Consecutive changes of the same `kind` are one step, except for kind ''.
 * A word is its own step if the caller changes the kind.
 */
export function recordStep({ past }: BoxUndo, before: BoxState, kind = ''): BoxUndo {
  const continues = kind !== '' && past.at(-1)?.kind === kind
  return { past: continues ? past : [...past, { ...before, kind }].slice(-maxSteps), future: [] }
}

/** The state before the last step; undefined at the first. */
export function undoStep(
  { past, future }: BoxUndo,
  now: BoxState,
): { undo: BoxUndo; state: BoxState } | undefined {
  const last = past.at(-1)
  if (!last) return undefined
  const { kind: _, ...state } = last
  return { undo: { past: past.slice(0, -1), future: [...future, now] }, state }
}

/** The state before the last undo. */
export function redoStep(
  { past, future }: BoxUndo,
  now: BoxState,
): { undo: BoxUndo; state: BoxState } | undefined {
  const state = future.at(-1)
  return state && { undo: { past: [...past, { ...now, kind: '' }], future: future.slice(0, -1) }, state }
}
