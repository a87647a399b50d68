/** The order of the process of watchers, as JSON in its first argument. */
export interface WatchOrder {
  url: string
  token: string
  /** Where the load is sent, syslog over TCP. */
  syslog: { host: string; port: number }
  dashboard: number
  /** Ids of its widgets, in the order of `widgets` in widgets.ts. */
  widgets: number[]
  /** Websockets, each subscribed to the dashboard. */
  connections: number
  seconds: number
  /** Events a second. */
  rate: number
}

/** Its lines of JSON on standard output: first this, at the end a `Watched`. */
export interface Connected {
  connected: number
}

export interface Watched {
  events: number
  /** Frames with a state, and their bytes. */
  updates: number
  bytes: number
  /** By widget, in their order. */
  lags: Lag[]
  /** Of all widgets together. */
  all: Lag
  /** Widgets of watchers that did not show all events in the end; 0 expected. */
  behind: number
  /** CPU time that it took, seconds. */
  cpu: number
}

/** Milliseconds. */
export interface Lag {
  p50: number
  p99: number
  most: number
}
