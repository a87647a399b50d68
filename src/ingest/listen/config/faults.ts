/** A path in a file of listeners: `['listeners', 2, 'tls', 'cert']`. */
export type ConfigPath = readonly (string | number)[]

/** A fault in a file of listeners, and its location. */
export interface ListenerFault {
  path: ConfigPath
  /** What was expected. */
  message: string
}

const maxFaults = 50

/** The first 50 faults of a file of listeners. `add` returns undefined, for the value that has the fault. */
export class ListenerFaults {
  readonly all: ListenerFault[] = []

  add(path: ConfigPath, message: string): undefined {
    if (this.all.length < maxFaults) this.all.push({ path, message })
  }
}

/** Formats a path: `listeners[2].tls.cert`. */
export function formatConfigPath(path: ConfigPath): string {
  return path
    .map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`))
    .join('')
}
