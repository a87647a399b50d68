/** What a mark over a chart says: a trigger fired, something was deployed, Millrace started. */
export type MarkKind = 'firing' | 'deploy' | 'restart'

/** A moment that is marked over a chart. */
export interface Mark {
  kind: MarkKind
  /** Unix seconds. */
  at: number
  text: string
  /** Address of a page with more about it. */
  href?: string | undefined
}

/** Marks that are drawn as one, the oldest first, at the place of the oldest. */
export interface MarkGroup {
  /** Pixels from the left. */
  x: number
  marks: Mark[]
}

/**
 * Groups the marks within a range, drawn between the pixels `x0` and `x1`: groups are at least `gap` pixels
 * apart. Marks outside of the range are left out.
 */
export function groupMarks(
  marks: readonly Mark[],
  { from, to }: { from: number; to: number },
  { x0, x1, gap }: { x0: number; x1: number; gap: number },
): MarkGroup[] {
  const groups: MarkGroup[] = []
  for (const mark of marks.toSorted((a, b) => a.at - b.at)) {
    if (mark.at < from || mark.at >= to || x1 <= x0) continue
    const x = Math.round(x0 + ((mark.at - from) / (to - from)) * (x1 - x0))
    const last = groups.at(-1)
    if (last && x - last.x < gap) last.marks.push(mark)
    else groups.push({ x, marks: [mark] })
  }
  return groups
}
