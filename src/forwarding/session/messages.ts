import type { SnmpEngineState } from '../../outgoing/snmp/snmp-engine.ts'
import type { ForwarderContent } from '../../schema/forwarding/forwarder.ts'
import type { Target } from '../../schema/forwarding/targets.ts'
import type { RowPosition } from '../../storage/contract/new-rows.ts'

/** How far a forwarder has got, as the metadata store it. */
export interface ForwarderPosition {
  /** Rows up to here are sent, or are counted in open windows. */
  sent: RowPosition
  /** Where the oldest open window began: rows from here on are read again by the next session. */
  windows?: RowPosition
  /** Windows that ended at or before this time are sent, microseconds. */
  endedUntil: number
}

/** What a session needs: the settings of a forwarder, and where it begins. */
export interface SessionSpec {
  content: ForwarderContent
  target: Target
  position: ForwarderPosition
  /** The deduplication window of the store, microseconds. */
  storedWindowMicros: number
  /** Names this installation in forwarded events. */
  instance: string
  /** The folder of files. */
  folder: string
  /** Networks and hosts that the destination may be in, besides public addresses. */
  allowed: readonly string[]
  /** Ports on which this service listens. */
  ownPorts: readonly number[]
  /** The SNMP engine of this process, as of the start of the session. */
  snmpEngine: SnmpEngineState
}

/** Counts of events since the last report. */
export interface SessionCounts {
  /** The destination has them. */
  sent: number
  /** Occurrences of the events that the rules let pass: of `sent` and of `refused`. */
  occurrences: number
  /** Dropped by the rules. */
  dropped: number
  /** The destination refused them for good. */
  refused: number
  /** Waited for the rate limit. Part of the others. */
  heldBack: number
}

/** Messages to the thread. `session`: the number of a session. */
export type ToForwardThread =
  | { kind: 'start'; session: number; spec: SessionSpec }
  | { kind: 'rows'; session: number; bytes: Uint8Array; next: RowPosition }
  /** All events that were received before `until` (microseconds) are before the position `next`. */
  | { kind: 'caughtUp'; session: number; until: number; next: RowPosition }
  | { kind: 'stop'; session: number }
  | { kind: 'test'; session: number; spec: SessionSpec }

/** Messages from the thread. */
export type FromForwardThread =
  /** The session has room for one more message with rows or a time. */
  | { kind: 'pull'; session: number }
  /** The destination has everything up to a position. */
  | { kind: 'progress'; session: number; position: ForwarderPosition; counts: SessionCounts }
  /** The last message of a session. `error`: why it failed; absent: it was stopped, or the test succeeded. */
  | { kind: 'ended'; session: number; error?: { message: string; retryAfter?: number | undefined } }

/** Maximum messages with rows or times that a session has not worked off. */
export const maxAhead = 2
