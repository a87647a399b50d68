/** Whether this is `npm run test:deep`, which leaves nothing out. */
export const isDeep = process.env.TEST_DEEP !== undefined

/**
 * All of these cases in a deep run; otherwise `usual` of them, evenly spread, the first among them. For lists
 * of expensive cases of one kind.
 */
export function someOf<T>(cases: readonly T[], usual: number): readonly T[] {
  if (isDeep || cases.length <= usual) return cases
  return cases.filter(
    (_, i) => Math.floor((i * usual) / cases.length) > Math.floor(((i - 1) * usual) / cases.length),
  )
}

/** Cases of a property of cheap functions: ten times as many in a deep run, otherwise a third. */
export function runs(cases: number): number {
  return isDeep ? 10 * cases : Math.ceil(cases / 3)
}
