import type { ParsedEvent } from '../../schema/event/event.ts'
import type { CommittedBody } from './body-committer.ts'
import type { BodyIdentity } from './body-identity.ts'

/** A body that was received and decoded. */
export interface RawBody {
  /** The reader releases their memory. */
  bytes: Buffer
  digest: string
  /** Microseconds. */
  receivedAt: number
}

/** A body that its protocol has read. */
export interface ReadBody<Response> {
  events: readonly ParsedEvent[]
  /** Number of items that are not in `events`. */
  refused: number
  /** Messages that were cut. */
  truncated: number
  /** Absent if nothing of the body is kept. */
  identity?: BodyIdentity
  /** The response when the events are on disk. */
  respond(committed: CommittedBody): Response
}
