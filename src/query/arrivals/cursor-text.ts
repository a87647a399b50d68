import type { ArrivalCursor, ArrivalPlace } from '../../storage/contract/arrivals.ts'

/** Encodes a cursor as opaque text for clients. */
export function encodeCursor({ since, rest }: ArrivalCursor): string {
  const parts = [
    since.batch,
    since.missing,
    ...(rest ? [rest.upTo.batch, rest.upTo.missing, rest.afterId] : []),
  ]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** undefined for text that is not a cursor. */
export function decodeCursor(text: string): ArrivalCursor | undefined {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {}
  if (!Array.isArray(parts)) return undefined
  const since = placeOf(parts[0], parts[1])
  if (since === undefined || parts.length === 2) return since && { since }
  const upTo = placeOf(parts[2], parts[3])
  const afterId: unknown = parts[4]
  if (upTo === undefined || !isNumber(afterId) || parts.length !== 5) return undefined
  return { since, rest: { upTo, afterId } }
}

function placeOf(batch: unknown, missing: unknown): ArrivalPlace | undefined {
  if (!isNumber(batch) || !Array.isArray(missing) || !missing.every(isNumber)) return undefined
  return { batch, missing }
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
