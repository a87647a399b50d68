import type { ServerFrame } from '../../schema/live.ts'

const kinds = new Set(['subscription-update', 'widget-update', 'error', 'pong'])

/** Parses a frame of the service; undefined for an unknown kind. */
export function readFrame(data: unknown): ServerFrame | undefined {
  if (typeof data !== 'string') return undefined
  let frame: unknown
  try {
    frame = JSON.parse(data)
  } catch {
    return undefined
  }
  if (!Array.isArray(frame) || !kinds.has(String(frame[0]))) return undefined
  const body: unknown = frame[1]
  if (frame[0] !== 'pong' && (typeof body !== 'object' || body === null)) return undefined
  // Kind and body are checked above; both sides declare the members with one schema.
  return frame as unknown as ServerFrame
}
