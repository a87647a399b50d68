import type { RollupBounds } from '../memory/rollups/rollup-source.ts'

/** Bounds of rollups with which tiles are made for every question, at once. */
export const eagerRollups = {
  minRows: 0,
  minAsked: 1,
  quietMs: 0,
  maxWaitMs: 0,
} as const satisfies RollupBounds
