import type { Zone } from '../../../time/zone.ts'
import type { RecentPrograms } from './recent-programs.ts'

/**
 * What a parser knows besides the bytes. One object may serve all lines of a sender; only receivedAt changes.
 */
export interface ParseContext {
  /** Time of receipt, integer microseconds since the epoch: the time of events without a usable timestamp. */
  receivedAt: number
  /** Address of the peer: the host of events without one. */
  sender: string
  /** Zone of timestamps without an offset; UTC when absent. */
  zone?: Zone
  /** Maximum size of a frame, bytes; 65,536 when absent. */
  maxMessageBytes?: number
  /** Finds the repeated message for lines that only count repeats; without it, they have no program. */
  recent?: RecentPrograms
}

export const defaultMaxMessageBytes = 65_536
