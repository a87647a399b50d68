import type { WidgetQuery } from '../../metadata/dashboards/widget-queries.ts'
import type { StateText } from '../../query/query-service.ts'

/** The path of the websockets on which nodes send each other the states of widgets. */
export const relayPath = '/ws/nodes/widgets'

/** The query of a widget, watched by readers of another node who all see these hosts. */
export interface RelayedWidget {
  widget: WidgetQuery
  /** Patterns (* and ?). */
  hosts: readonly string[]
  /** The reader who watched first: the store works on behalf of this user. */
  userId: number
}

/** A frame to the node that evaluates a widget. The sender numbers its watches. */
export type WatchFrame = ['watch', id: number, watched: RelayedWidget] | ['leave', id: number]

/** A frame from that node. `ended`: the query was removed; `refused`: this node does not evaluate it. */
export type RelayFrame =
  | { kind: 'state'; id: number; state: StateText }
  | { kind: 'ended' | 'refused'; id: number }

const stateStart = '["state",'

/** `["state",7,{…}]`: the text of the state is not parsed on its way. */
export function stateFrame(id: number, { text }: StateText): Buffer {
  return Buffer.from(`${stateStart}${id},${text}]`)
}

/** `["ended",7]` or `["refused",7]`. */
export function endFrame(id: number, kind: 'ended' | 'refused'): string {
  return JSON.stringify([kind, id])
}

/** Parses a frame of the evaluating node. Throws a SyntaxError for other text. */
export function parseRelayFrame(frame: string): RelayFrame {
  if (frame.startsWith(stateStart)) {
    const afterId = frame.indexOf(',', stateStart.length)
    const id = Number(frame.slice(stateStart.length, afterId))
    return { kind: 'state', id, state: { text: frame.slice(afterId + 1, -1) } }
  }
  const [kind, id]: unknown[] = JSON.parse(frame)
  if ((kind !== 'ended' && kind !== 'refused') || typeof id !== 'number')
    throw new SyntaxError(`expected a frame of a node, not ${frame.slice(0, 100)}`)
  return { kind, id }
}
