import { Compile } from 'typebox/compile'
import { Fault } from '../../schema/fault.ts'
import { ClientFrame, type ServerFrame, targetKinds } from '../../schema/live.ts'
import { parseJson } from '../http/bodies.ts'

const shape = Compile(ClientFrame)
const commands = ['subscribe', 'unsubscribe', 'ping']

/** A frame as it came: its JSON value, or its text where it is no JSON. */
export function commandOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The client's frame. Throws parse_error or validation with what was expected. */
export function readFrame(text: string): ClientFrame {
  const frame = parseJson(text)
  if (shape.Check(frame)) return frame
  throw new Fault('validation', { detail: expectation(frame) })
}

export function serverFrame(frame: ServerFrame): string {
  return JSON.stringify(frame)
}

/**
 * Frames around serialised states. The desk tells one state to all its watchers in a row with the very same text, so
 * that remembering the last frame is enough to encode each state once, however many sockets get it.
 */
export class QueryFrames {
  #text: string | null = null
  #frame = Buffer.alloc(0)

  /** `["widget-update", {widget_id: null, dashboard_id: null, data}]` of a query subscription. */
  of(text: string): Buffer {
    if (text !== this.#text) {
      this.#text = text
      this.#frame = Buffer.from(`["widget-update",{"widget_id":null,"dashboard_id":null,"data":${text}}]`)
    }
    return this.#frame
  }
}

function expectation(frame: unknown): string {
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
