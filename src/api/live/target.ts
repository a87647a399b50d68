/** The object of a subscription. */
export type Target =
  | { kind: 'query'; id: string }
  | { kind: 'widget'; id: number }
  | { kind: 'dashboard'; id: number }

/** A unique text for each target. */
export function targetKey({ kind, id }: Target): string {
  return `${kind} ${id}`
}
