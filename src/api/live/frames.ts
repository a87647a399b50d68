import { Compile } from 'typebox/compile'
import type { StateText } from '../../query/query-service.ts'
import { Fault } from '../../schema/fault.ts'
import { ClientFrame, type ServerFrame, targetKinds } from '../../schema/live.ts'
import { parseJson } from '../http/bodies.ts'

const clientFrameCheck = Compile(ClientFrame)
const commands = ['subscribe', 'unsubscribe', 'ping']

/** A frame as it came: its JSON value, or its text where it is no JSON. */
export function receivedFrame(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The client's frame. Throws parse_error or validation with what was expected. */
export function parseFrame(text: string): ClientFrame {
  const frame = parseJson(text)
  if (clientFrameCheck.Check(frame)) return frame
  throw new Fault('validation', { detail: expectedFrame(frame) })
}

export function encodeFrame(frame: ServerFrame): string {
  return JSON.stringify(frame)
}

/** Where a state is shown, as an update names it. */
export interface UpdateTarget {
  widgetId: number | null
  dashboardId: number | null
}

/** Frames around serialised states: each state is encoded once for each place, however many sockets get it. */
export class UpdateEncoder {
  readonly #frames = new WeakMap<StateText, Map<string, Buffer>>()

  /** `["widget-update", {widget_id, dashboard_id, data}]` */
  encode(state: StateText, { widgetId, dashboardId }: UpdateTarget): Buffer {
    let places = this.#frames.get(state)
    if (places === undefined) {
      places = new Map()
      this.#frames.set(state, places)
    }
    const place = `"widget_id":${widgetId},"dashboard_id":${dashboardId}`
    let frame = places.get(place)
    if (frame === undefined) {
      frame = Buffer.from(`["widget-update",{${place},"data":${state.text}}]`)
      places.set(place, frame)
    }
    return frame
  }
}

function expectedFrame(frame: unknown): string {
  if (!Array.isArray(frame)) return 'Expected an array of a command and its parameters.'
  const [command, kind]: unknown[] = frame
  if (typeof command !== 'string' || !commands.includes(command)) {
    return `Expected one of the commands ${commands.join(', ')}.`
  }
  if (command === 'ping') return 'Expected ["ping"].'
  const known = targetKinds.find(one => one === kind)
  if (known === undefined) {
    const all = command === 'unsubscribe' ? ', or ["unsubscribe", "all"]' : ''
    return `Expected ["${command}", kind, id] with a kind of ${targetKinds.join(', ')}${all}.`
  }
  const id =
    known === 'query' ? 'the query_id as text (at most 64 characters)' : `the integer id of the ${known}`
  return `Expected ["${command}", "${known}", id] with ${id}.`
}
