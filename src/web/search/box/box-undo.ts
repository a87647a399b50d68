import type { Pill } from '../../../filter/typed/pill.ts'

/** The state of the box at one moment. */
export interface BoxState {
  text: string
  caret: number
  pills: readonly Pill[]
}

/** What undo and redo restore. */
export interface BoxUndo {
  /** States before each step, the newest last. */
  past: readonly (BoxState & { mergeKey: string })[]
  /** States before each undo, the newest last. A new step clears them. */
  future: readonly BoxState[]
}

export const noUndo: BoxUndo = { past: [], future: [] }
const maxSteps = 100

/**
 * Records the state before a change. Consecutive changes with the same merge key are one step. A change with
 * the key '' is always a step of its own.
 */
export function recordStep({ past }: BoxUndo, before: BoxState, mergeKey = ''): BoxUndo {
  const isMerged = mergeKey !== '' && past.at(-1)?.mergeKey === mergeKey
  return { past: isMerged ? past : [...past, { ...before, mergeKey }].slice(-maxSteps), future: [] }
}

/** The state before the last step; undefined if there is no step to undo. */
export function undoStep(
  { past, future }: BoxUndo,
  current: BoxState,
): { undo: BoxUndo; state: BoxState } | undefined {
  const lastStep = past.at(-1)
  if (!lastStep) return undefined
  const { mergeKey: _, ...state } = lastStep
  return { undo: { past: past.slice(0, -1), future: [...future, current] }, state }
}

/** The state before the last undo; undefined if there is nothing to redo. */
export function redoStep(
  { past, future }: BoxUndo,
  current: BoxState,
): { undo: BoxUndo; state: BoxState } | undefined {
  const state = future.at(-1)
  return (
    state && { undo: { past: [...past, { ...current, mergeKey: '' }], future: future.slice(0, -1) }, state }
  )
}
