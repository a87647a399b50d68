import type { ServerFrame } from '../../schema/query/live.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { parseJson } from '../api/http/parse-json.ts'

const kinds = new Set(['subscription-update', 'widget-update', 'notifications-update', 'error', 'pong'])

/** Parses a frame of the service; undefined for an unknown kind. */
export function readFrame(data: unknown): ServerFrame | undefined {
  const frame = parseJson(String(data))
  if (!Array.isArray(frame) || !kinds.has(String(frame[0]))) return undefined
  if (frame[0] !== 'pong' && !isObject(frame[1])) return undefined
  // Kind and body are checked above; both sides declare the members with one schema.
  return frame as unknown as ServerFrame
}
