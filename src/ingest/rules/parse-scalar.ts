/** A text or number as text; undefined for other values. */
export function parseScalar(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined
}
