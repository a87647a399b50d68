import type { Generated } from 'kysely'
import type { Flag, Json, Moment } from './column-types.ts'

/** The tables of triggers, of what they matched, and of what they do. */
export interface TriggerTables {
  triggers: {
    id: Generated<number>
    owner_id: number
    /** Rises with each change of what a client sets. */
    snapshot_id: number
    /** Matching goes by this, ascending. New ones go to the top: below 0 too. */
    position: number
    name: string
    /** See `nameKey`. */
    name_key: string
    /** What lists are searched for, as `nameKey` makes it. */
    text_key: string
    /** Members as they were given, without secrets: absent ones have their defaults. */
    content: Json
    /** Values of headers and secrets of SNMP, encrypted with the instance key, bound to the row. */
    sealed: string | null
    is_private: Flag
    is_active: Flag
    /** Bit n: the n-th of `actionKinds` is on. */
    actions: number
    created_at: Moment
    updated_at: Moment
  }
  /** Apart from triggers, because every batch of events changes it. No row: nothing matched yet. */
  trigger_counts: {
    trigger_id: number
    hits_count: number
    /** 0: none of them was a match. */
    last_matched: Moment
    fires_count: number
  }
  /** Batches of events whose matches are recorded, so that a batch that comes again changes nothing. */
  recorded_batches: { node: number; sequence: number; recorded_at: Moment }
  /** State of a condition for one value of the field that it counts apart; '' without one. */
  window_states: {
    trigger_id: number
    key: string
    state: Json
    updated_at: Moment
    /**
     * The moment at which the state expires, or at which an absence has to be noticed; null: only the next
     * match matters.
     */
    due_at: Moment | null
  }
  /** Triggers with a condition that an event set off. Those without one are in the row of the event. */
  trigger_fires: {
    id: Generated<number>
    trigger_id: number
    event_id: number
    /** First occurrence of the event. */
    event_at: Moment
    fired_at: Moment
  }
  /** Lists of patterns of hosts: see host-lists.ts. */
  host_lists: {
    id: Generated<number>
    /** Unique. */
    digest: string
    patterns: Json
  }
  /** The notifications of one trigger. */
  notification_groups: {
    id: Generated<number>
    /** Unique. */
    trigger_id: number
    all_count: number
    unread_count: number
    unread_since: Moment | null
    read_at: Moment | null
    /** When others were notified that it is unread; null: not since it was read. */
    escalated_at: Moment | null
    last_issued: Moment
    created_at: Moment
    updated_at: Moment
  }
  notification_events: {
    id: Generated<number>
    group_id: number
    /** null: the trigger did not fire for a single event. */
    event_id: number | null
    key: string
    /** Matches that it stands for. */
    count: number
    fired_at: Moment
    is_read: Flag
    /** Of the event, for the host permissions of readers; '' without one. */
    host: string
    /** The hosts that the owner saw when it fired, in `host_lists`; null: unknown. */
    owner_hosts_id: number | null
    /** All matches are of `host`. */
    is_of_host: Generated<Flag>
    /** The event as it was when it matched. */
    event: Json
  }
  /** Actions to do and done: the queue and the history. */
  action_runs: {
    id: Generated<number>
    /** null: deleted since. */
    trigger_id: number | null
    trigger_name: string
    owner_id: number | null
    is_private: Flag
    kind: string
    status: string
    key: string
    /** Unique. */
    idempotency_key: string
    event_id: number | null
    host: string
    /** As in `notification_events`. */
    owner_hosts_id: number | null
    /** What templates read. */
    event: Json
    matches: number
    tries: number
    created_at: Moment
    /** The next attempt; null: there is none. */
    due_at: Moment | null
    /** The process that runs it, and the end of its claim. */
    runner: string | null
    lease_until: Moment | null
    finished_at: Moment | null
    /** The result of the last try, a sentence. */
    result: string | null
    /** The answer or the output, cut. */
    output: string | null
    /**
     * Tries that do not count: before it was sent again by hand, and cut short by the end of the service.
     * null: neither happened.
     */
    retries_from: number | null
    silence_id: number | null
    error_code: string | null
    error_detail: string | null
  }
  /**
   * When an action of a trigger was last done for a key: what periods are measured from, also across
   * restarts.
   */
  action_times: { trigger_id: number; kind: string; key: string; last_at: Moment }
  silences: {
    id: Generated<number>
    owner_id: number
    name: string
    name_key: string
    comment: string
    filter: Json
    trigger_ids: Json
    starts_at: Moment
    ends_at: Moment
    suppressed_count: number
    created_at: Moment
    updated_at: Moment
  }
}
