import { Compile } from 'typebox/compile'
import type { StateText } from '../../query/query-service.ts'
import { Fault } from '../../schema/fault.ts'
import { ClientFrame, type ServerFrame, subscriptionKinds } from '../../schema/query/live.ts'
import { parseJson, parseWithinBudget } from '../http/bodies/json-budget.ts'
import type { TargetQuery } from './targets.ts'

const clientFrameCheck = Compile(ClientFrame)
const commands = ['subscribe', 'unsubscribe', 'ping']

/** A frame as repeated in an error: its JSON value, or its text if it is not JSON or exceeds a bound. */
export function receivedFrame(text: string): unknown {
  try {
    return parseWithinBudget(text)
  } catch {
    return text
  }
}

/** Parses a frame of a client. Throws parse_error, or validation with what was expected. */
export function parseFrame(text: string): ClientFrame {
  const frame = parseJson(text)
  if (clientFrameCheck.Check(frame)) return frame
  throw new Fault('validation', { detail: expectedFrame(frame) })
}

export function encodeFrame(frame: ServerFrame): string {
  return JSON.stringify(frame)
}

/** Encodes updates: each state once per pair of ids, no matter how many sockets get it. */
export class UpdateEncoder {
  readonly #frames = new WeakMap<StateText, Map<string, Buffer>>()

  /** The frame `["widget-update", {widget_id, dashboard_id, data}]`. */
  encode(state: StateText, { widgetId, dashboardId }: Pick<TargetQuery, 'widgetId' | 'dashboardId'>): Buffer {
    let frames = this.#frames.get(state)
    if (frames === undefined) {
      frames = new Map()
      this.#frames.set(state, frames)
    }
    const target = `"widget_id":${widgetId},"dashboard_id":${dashboardId}`
    let frame = frames.get(target)
    if (frame === undefined) {
      frame = Buffer.from(`["widget-update",{${target},"data":${state.text}}]`)
      frames.set(target, frame)
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
  const known = subscriptionKinds.find(one => one === kind)
  if (known === undefined) {
    const otherTargets = command === 'unsubscribe' ? ['notifications', 'all'] : ['notifications']
    const withoutId = otherTargets.map(name => `, or ["${command}", "${name}"]`).join('')
    return `Expected ["${command}", kind, id] with a kind of ${subscriptionKinds.join(', ')}${withoutId}.`
  }
  const id =
    known === 'query' ? 'the query_id as text (at most 64 characters)' : `the integer id of the ${known}`
  return `Expected ["${command}", "${known}", id] with ${id}.`
}
