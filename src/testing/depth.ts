/** Whether `npm run test:deep` runs: every case, kill and store, however long it takes. */
export const isDeep = process.env.TEST_DEEP !== undefined

/**
 * All of these cases in a deep run; otherwise `usual` of them, evenly spread, the first among them. For lists
 * whose members are all of one kind, and expensive.
 */
export function someOf<T>(cases: readonly T[], usual: number): readonly T[] {
  if (isDeep || cases.length <= usual) return cases
  return Array.from({ length: usual }, (_, i) => cases[Math.floor((i * cases.length) / usual)] as T) // in bounds
}
