/** Where in a file of listeners: `['listeners', 2, 'tls', 'cert']`. */
export type Place = readonly (string | number)[]

/** What is wrong with a file of listeners, and where. */
export interface ListenerFault {
  place: Place
  /** What was expected. */
  message: string
}

/** Faults that are told at most. */
const mostFaults = 50

export class ListenerFaults {
  readonly all: ListenerFault[] = []

  add(place: Place, message: string): undefined {
    if (this.all.length < mostFaults) this.all.push({ place, message })
    return undefined
  }
}

/** A place as people write it: `listeners[2].tls.cert`. */
export function placeText(place: Place): string {
  return place
    .map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`))
    .join('')
}
