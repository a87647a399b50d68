import { once } from 'node:events'
import { WebSocket } from 'ws'
import { Lags } from './lags.ts'
import type { Load } from './load.ts'
import type { WatchOrder } from './order.ts'
import { type Shown, widgets } from './widgets.ts'

/** The last state read of one widget: a thousand watchers get the same bytes. */
interface State {
  bytes: Buffer
  shown: Shown
}

const prefix = '["widget-update",{"widget_id":'

/** Totals of all watchers. */
export class Seen {
  updates = 0
  bytes = 0
  /** By widget. */
  readonly lags = widgets.map(() => new Lags())
  readonly #load: Load
  readonly #places: ReadonlyMap<number, number>
  readonly #states: (State | undefined)[] = []

  constructor(load: Load, { widgets: ids }: WatchOrder) {
    this.#load = load
    this.#places = new Map(ids.map((id, place) => [id, place]))
  }

  /** The index of the frame's widget, and what it shows; undefined for another frame. */
  read(frame: Buffer): { place: number; shown: Shown } | undefined {
    if (frame.toString('latin1', 0, prefix.length) !== prefix) return undefined
    this.updates++
    this.bytes += frame.length
    const id = Number.parseInt(frame.toString('latin1', prefix.length, prefix.length + 12), 10)
    const place = this.#places.get(id)
    const widget = place === undefined ? undefined : widgets[place]
    if (place === undefined || widget === undefined) throw new Error(`An update of widget ${id}`)
    let state = this.#states[place]
    if (state === undefined || !state.bytes.equals(frame)) {
      const [, { data }] = JSON.parse(frame.toString())
      const shown = data.status === 'SUCCESS' ? widget.shown(data.results) : { events: 0 }
      state = { bytes: frame, shown }
      this.#states[place] = state
    }
    return { place, shown: state.shown }
  }

  /**
   * Counts the lag of writes that a watcher sees for the first time; returns how many writes it has seen now.
   */
  count(place: number, before: number, shown: Shown): number {
    const { sent } = this.#load
    const now = performance.now()
    let next = before
    for (; next < sent.length; next++) {
      const { upTo, at, wallMillis } = sent[next] ?? { upTo: 0, at: 0, wallMillis: 0 }
      const isShown = 'events' in shown ? upTo <= shown.events : wallMillis <= shown.untilMillis
      if (!isShown) break
      this.lags[place]?.add(now - at)
    }
    return next
  }
}

/** One websocket that is subscribed to the dashboard. */
export class Watcher {
  /** Number of writes of the load that were seen, by widget. */
  readonly #seen = widgets.map(() => 0)
  readonly #socket: WebSocket

  private constructor(socket: WebSocket, all: Seen) {
    this.#socket = socket
    socket.on('message', (frame: Buffer) => {
      const state = all.read(frame)
      if (state === undefined) return
      this.#seen[state.place] = all.count(state.place, this.#seen[state.place] ?? 0, state.shown)
    })
  }

  static async open({ url, token, dashboard }: WatchOrder, all: Seen): Promise<Watcher> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/live-updates`, {
      headers: { authorization: `token ${token}` },
      perMessageDeflate: false,
    })
    await once(socket, 'open')
    const watcher = new Watcher(socket, all)
    socket.send(JSON.stringify(['subscribe', 'dashboard', dashboard]))
    await once(socket, 'message')
    return watcher
  }

  /** Number of widgets that do not show the whole load. */
  behind(writes: number): number {
    return this.#seen.filter(seen => seen < writes).length
  }

  close(): void {
    this.#socket.terminate()
  }
}
