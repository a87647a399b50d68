import type { ServerFrame } from '../../schema/live.ts'

const kinds = new Set(['subscription-update', 'widget-update', 'error', 'pong'])

/** A frame of the service; undefined for what is none of those we know (a newer service may say more). */
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
  // Kind and presence of the body are checked above; its members come from the same declarations as ours.
  return frame as unknown as ServerFrame
}
