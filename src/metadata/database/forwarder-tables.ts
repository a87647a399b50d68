import type { Generated } from 'kysely'
import type { Flag, Json, Moment } from './column-types.ts'

/** The table of forwarders. */
export interface ForwarderTables {
  /** See forwarding/forwarders.ts. */
  forwarders: {
    id: Generated<number>
    name: string
    name_key: string
    is_active: Flag
    content: Json
    /** The secrets of the destination, encrypted. */
    sealed: string | null
    /** Rises with each change by a user, so that a runner notices it. */
    revision: Generated<number>
    /** The runner's text of how far the destination has got; null: it has not begun. */
    position: string | null
    /** Whether the runner must skip the events that wait for the destination. */
    skips: Generated<Flag>
    /** JSON of ForwarderCounts. */
    counts: Json
    /** JSON of ForwarderActivity. */
    activity: Json
    /** Rows that the retention deleted before they were sent. */
    expired: Generated<number>
    runner: string | null
    lease_until: Moment | null
    created_at: Moment
    updated_at: Moment
  }
}
