import type { Zone } from '../../time/zone.ts'

/** What a parser knows beside the bytes. One object a sender may be reused; only receivedAt changes. */
export interface ParseContext {
  /** Receipt, integer microseconds since the epoch: the time of events without a usable stamp. */
  receivedAt: number
  /** Address of the peer: the host of events that name none. */
  sender: string
  /** For stamps without an offset; UTC when absent. */
  zone?: Zone
  /** Bytes of a frame that are kept, 65,536 when absent. */
  maxMessageBytes?: number
}

export const defaultMaxMessageBytes = 65_536
