/** The order of the watchers' process, as JSON in its first argument. */
export interface WatchOrder {
  url: string
  token: string
  /** Destination of the load, syslog over TCP. */
  syslog: { host: string; port: number }
  dashboard: number
  /** Ids of its widgets, in the order of `widgets` in widgets.ts. */
  widgets: number[]
  /** Websockets, each subscribed to the dashboard. */
  connections: number
  seconds: number
  /** Events per second. */
  rate: number
}

/** Its JSON lines on standard output: first this one, at the end a `Watched`. */
export interface Connected {
  connected: number
}

export interface Watched {
  events: number
  /** Number of frames with a state, and their bytes. */
  updates: number
  bytes: number
  /** By widget, in order. */
  lags: Lag[]
  /** All widgets together. */
  all: Lag
  /** Widgets of watchers that did not show all events in the end; 0 expected. */
  behind: number
  /** CPU seconds that it used. */
  cpu: number
}

/** Milliseconds. */
export interface Lag {
  p50: number
  p99: number
  most: number
}
