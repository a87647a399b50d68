import { Observable } from '../../state/observable.ts'

/** The period of the histogram's bar under the pointer: its rows are marked. End exclusive, Unix seconds. */
export const hoveredPeriod = new Observable<{ from: number; to: number } | undefined>(undefined)

/** When the row under the pointer was last seen, in Unix seconds: the histogram marks its bar. */
export const hoveredMoment = new Observable<number | undefined>(undefined)
