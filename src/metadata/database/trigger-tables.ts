import type { Generated } from 'kysely'
import type { Flag, Json, Moment } from './column-types.ts'

/** The tables of triggers, their matches, notifications and actions. */
export interface TriggerTables {
  triggers: {
    id: Generated<number>
    owner_id: number
    /** Rises with each change that a client makes. */
    snapshot_id: number
    /** Triggers match in this order, ascending. A new trigger comes first, so positions may be negative. */
    position: number
    name: string
    /** See `nameKey`. */
    name_key: string
    /** Text that the search in lists matches, as `nameKey` makes it. */
    text_key: string
    /** Members as the client gave them, without secrets. Absent members have their defaults. */
    content: Json
    /**
     * Secrets of the webhook (`TriggerSecrets`), values of its headers, and secrets of SNMP: encrypted with
     * the instance key, bound to the row.
     */
    sealed: string | null
    is_private: Flag
    is_active: Flag
    /** Bit n is set if the n-th of `actionKinds` is on. */
    actions: number
    created_at: Moment
    updated_at: Moment
  }
  /** Not in `triggers`, because every batch of events changes it. No row: nothing matched yet. */
  trigger_counts: {
    trigger_id: number
    /** Events that matched the filter, with repeats if the trigger counts them. */
    hits_count: number
    /** 0: never. */
    last_matched: Moment
    /** How often it fired: without a condition over many events, once for each match. */
    fires_count: number
  }
  /**
   * Batches whose matches are recorded, so that a batch that is delivered again changes nothing. `node`: 0
   * for a service that has the metadata alone (recording/batches.ts).
   */
  recorded_batches: { node: number; sequence: number; recorded_at: Moment }
  /** State of a condition for one key. */
  window_states: {
    trigger_id: number
    /** Value of the field that the trigger groups by; '' without one. */
    key: string
    state: Json
    updated_at: Moment
    /** When the state must be evaluated, although no match has come; null: not before the next match. */
    due_at: Moment | null
  }
  /** The runners that evaluate conditions now. An ended claim stays, with `lease_until` in the past. */
  condition_claims: { trigger_id: number; runner: string; lease_until: Moment }
  /** Fires of triggers with a condition. Fires of other triggers are in the row of the event. */
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
    /** Matches, including matches of entries that newer ones displaced. */
    all_count: number
    unread_count: number
    /** Time of the oldest unread entry; null: all are read. See change-counts.ts. */
    unread_since: Moment | null
    /** When a user last read entries; null: never. */
    read_at: Moment | null
    /** When a mail about unread notifications was queued; null: not since the group was read. */
    escalated_at: Moment | null
    /** Time of the newest entry. */
    last_issued: Moment
    created_at: Moment
    updated_at: Moment
  }
  /** The entries of groups: matches that were reported together. */
  notification_events: {
    id: Generated<number>
    group_id: number
    /** null: no single event fired the trigger. */
    event_id: number | null
    /** As in `window_states`. */
    key: string
    /** Number of matches. */
    count: number
    fired_at: Moment
    is_read: Flag
    /** Host of the event, for the host permissions of readers; '' without an event. */
    host: string
    /** Id in `host_lists` of the hosts that the owner saw when the trigger fired; null: unknown. */
    owner_hosts_id: number | null
    /** Whether all matches are of `host`. */
    is_of_host: Generated<Flag>
    /** The event as it was when it matched. */
    event: Json
  }
  /** The queue of actions to do, and the history of actions that were done. */
  action_runs: {
    id: Generated<number>
    /** null: the trigger was deleted. */
    trigger_id: number | null
    /** Name, owner and privacy of the trigger when the action was added, for after its deletion. */
    trigger_name: string
    owner_id: number | null
    is_private: Flag
    /** A RunKind and a RunStatus. */
    kind: string
    status: string
    /** As in `window_states`. */
    key: string
    /** Unique. */
    idempotency_key: string
    event_id: number | null
    host: string
    /** As in `notification_events`. */
    owner_hosts_id: number | null
    /** The event as templates of texts read it. */
    event: Json
    matches: number
    tries: number
    created_at: Moment
    /** The next attempt; null: no attempt follows. */
    due_at: Moment | null
    /** The process that runs it, and the end of its claim. */
    runner: string | null
    lease_until: Moment | null
    finished_at: Moment | null
    /** The result of the last try, a sentence. */
    result: string | null
    /** The answer of the receiver, or the output of the script, truncated. */
    output: string | null
    /**
     * Number of tries that do not count: before a user sent it again, or interrupted by the end of the
     * service. null: all tries count.
     */
    retries_from: number | null
    /** The silence that suppressed it. */
    silence_id: number | null
    error_code: string | null
    error_detail: string | null
  }
  /** When an action of a trigger was last done for a key. Periods between actions begin here. */
  action_times: { trigger_id: number; kind: string; key: string; last_at: Moment }
  silences: {
    id: Generated<number>
    owner_id: number
    name: string
    /** `nameKey` of name and comment, for searches. */
    name_key: string
    comment: string
    filter: Json
    /** An empty list: all triggers. */
    trigger_ids: Json
    starts_at: Moment
    ends_at: Moment
    /** Actions that it held back. */
    suppressed_count: number
    created_at: Moment
    updated_at: Moment
  }
}
