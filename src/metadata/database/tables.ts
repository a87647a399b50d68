import type { Generated, Kysely } from 'kysely'
import type { Flag, Json, Moment } from './column-types.ts'
import type { TriggerTables } from './trigger-tables.ts'

/** The tables of the metadata after the newest migration. */
export interface Tables extends TriggerTables {
  users: {
    id: Generated<number>
    username: string
    /** See `nameKey`. Unique. */
    username_key: string
    email: string
    first_name: string
    last_name: string
    /** See secrets/password.ts. null: no login with a password. */
    password_hash: string | null
    is_active: Flag
    /** Has all permissions, including permissions of later versions, and sees all hosts. */
    is_admin: Flag
    created_at: Moment
    last_login_at: Moment | null
    /** See sessions/sessions.ts. */
    known_addresses: Generated<Json>
  }
  groups: {
    id: Generated<number>
    name: string
    name_key: string
    description: string
    permissions: Json
    hosts: Json
    /** A list of names: see sign-in/external-users.ts. */
    external_groups: Generated<Json>
  }
  group_members: { group_id: number; user_id: number }
  /** Accounts of a company that users sign in with. Unique by all but the user. */
  external_accounts: {
    id: Generated<number>
    user_id: number
    /** See ExternalAccount. */
    provider: string
    issuer: string
    subject: string
  }
  auth_tokens: {
    id: Generated<number>
    user_id: number
    token_type: string
    /** Keyed hash that it is found by. Unique. */
    secret_hash: string
    /** Encrypted with the instance key, bound to the hash. */
    secret_sealed: string
    description: string
    created_at: Moment
    last_used_at: Moment | null
    expires_at: Moment | null
    /** The only dashboard that it reads; null: everything that its user may. */
    scope_dashboard_id: number | null
    /** JSON of ChosenValues. */
    scope_values: string | null
    is_read_only: Generated<Flag>
    /** A list of addresses and networks; null: all. */
    networks: Json | null
  }
  legal_holds: {
    id: Generated<number>
    name: string
    name_key: string
    reason: string
    filter: Json
    /** Unix seconds. */
    ts_from: number | null
    ts_to: number | null
    placed_at: Moment
    /** Username. */
    placed_by: string
    lifted_at: Moment | null
    lifted_by: string | null
  }
  sessions: {
    id: Generated<number>
    user_id: number
    cookie_hash: string
    created_at: Moment
    expires_at: Moment
    /** Written late: see sessions/last-uses.ts. */
    last_used_at: Moment | null
    /** Of the sign-in; '' for sessions of earlier versions. */
    address: Generated<string>
    agent: Generated<string>
    /** The ID token of the sign-in at a provider, bound to the hash; null: it has none. */
    id_token_sealed: string | null
  }
  user_preferences: { user_id: number; preferences: Json; updated_at: Moment }
  /** Revocations of the last hour, for all processes on this metadata. One of the ids is set. */
  revocations: {
    id: Generated<number>
    token_id: number | null
    session_id: number | null
    user_id: number | null
    at: Moment
  }
  /** Counters of attempts to sign in, by a hash of what is counted: see sign-in/shared-throttle.ts. */
  login_attempts: { key: string; level: number; last_at: Moment }
  /** Changes of the last hour, for all processes on this metadata: see changes/change-feed.ts. */
  change_feed: { id: Generated<number>; kind: string; content: Json; at: Moment }
  /** Who did what to which object: see audit/audit-log.ts. */
  audit_log: {
    id: Generated<number>
    at: Moment
    /** Of the last one, where equal refusals share a row. */
    last_at: Moment
    count: Generated<number>
    /** May no longer exist. */
    user_id: number | null
    username: string
    credential: string
    credential_id: string | null
    address: string
    action: string
    object: string
    object_id: string | null
    title: string
    /** A list of AuditChange. */
    changes: Json
    result: string
  }
  /** One row: the ids of a single service, see event-ids/event-id-blocks.ts. */
  event_ids: { id: number; next: number }
  /** Services that use or used this metadata, each with a data folder of its own. */
  nodes: {
    id: Generated<number>
    /** Unique. */
    name: string
    /** See data-folder/folder-id.ts. Unique. */
    folder: string
    created_at: Moment
    /** Where the others reach it; null: it has ended. */
    url: string | null
    /** By the clock of the database, microseconds; null: never. */
    seen_at: Moment | null
    /** What its ingest has counted; null: nothing yet. */
    counters: Json | null
    /** Of its program; null: not reported yet. */
    version: string | null
    /** null: not removed. */
    removed_at: Moment | null
    /** See nodes/remainders.ts. No two nodes that are not removed have the same. */
    remainder: number | null
    /** The lowest event id that it has not reserved; null: it has reserved none. */
    next_event_id: number | null
    /** By which its clock is ahead of the clock of the database; null: not reported yet. */
    clock_skew_ms: number | null
  }
  /** One row once nodes share a store: see append-log/statements.ts. */
  append_log_state: {
    name: string
    /** Of the newest entry. */
    position: number
    /** The highest number that a batch has. */
    batch: number
    joins: number
    /** Batches up to this one were numbered before there was a log. */
    own_numbers: number
  }
  /** What happened to the rows of a store that several nodes append to, in order. */
  append_log: {
    position: number
    kind: string
    batch: number
    is_repeated: Flag
    /** JSON that the store writes and reads. */
    body: string
    /**
     * Random: distinguishes an entry from the entry at the same position in a log that was restored to an
     * earlier state.
     */
    token: string
  }
  /** Numbers of spool files. */
  append_batches: {
    /** The data folder. */
    folder: string
    sequence: number
    batch: number
    /** The position at which the batch began. */
    position: number
    /** Has begun, and neither ended nor been abandoned. */
    is_pending: Flag
    is_repeated: Flag
  }
  facts: { key: string; value: Json; updated_at: Moment }
  dashboards: {
    id: Generated<number>
    owner_id: number
    /** `title` of the config, and its `nameKey`. */
    title: string
    title_key: string
    /** As the client sent it. */
    config: Json
    /** null: not given, which means private. */
    is_public: Flag | null
    /** Set in one row at most. */
    is_default: Flag
    created_at: Moment
    updated_at: Moment
  }
  widgets: {
    id: Generated<number>
    owner_id: number
    type: string
    /** As in dashboards; '' when the config has none. */
    title: string
    title_key: string
    config: Json
    /** null: not given. */
    is_public: Flag | null
    position: number | null
    size: number | null
    created_at: Moment
    updated_at: Moment
  }
  /**
   * A widget on a dashboard. Each widget has one home (attached 0), a dashboard of its owner; on others it is
   * attached.
   */
  placements: {
    dashboard_id: number
    widget_id: number
    /** Position on the dashboard, with gaps. */
    ordinal: number
    attached: Flag
    /** Id of the widget's query here. Unique. */
    query_id: string
  }
  tasks: {
    id: Generated<number>
    title: string
    /** See `nameKey`. */
    title_key: string
    description: string
    due: Moment | null
    status: string
    assigned_to: number | null
    /** `_id` of an event, which may no longer exist. */
    event_id: string | null
    owner_id: number
    /** Unique; null: a person made it. */
    idempotency_key: string | null
    /** Of a task that a trigger created: as in `action_runs`. */
    owner_hosts_id: number | null
    created_at: Moment
    updated_at: Moment
  }
  event_notes: {
    id: Generated<number>
    event_id: number
    /** First occurrence of the event. */
    event_at: Moment
    /** null: a deleted user, or the service itself. */
    author_id: number | null
    text: string
    /** Unique; null: a person wrote it. */
    idempotency_key: string | null
    created_at: Moment
    updated_at: Moment
  }
  saved_searches: {
    id: Generated<number>
    owner_id: number
    title: string
    /** See `nameKey`. */
    title_key: string
    description: string
    /** Params of a Search. */
    params: Json
    columns: Json
    is_public: Flag
    created_at: Moment
    updated_at: Moment
  }
  /** What one reader did with a saved search; no row: nothing. */
  saved_search_readers: {
    user_id: number
    search_id: number
    starred: Flag
    last_used_at: Moment | null
  }
  /**
   * Files of rules. `content` null: a file of the folder of rules, of which only is_enabled is stored.
   * `text`: see StoredRuleFile.
   */
  rule_files: {
    name: string
    content: Json | null
    text: string | null
    is_enabled: Flag
    created_at: Moment
    updated_at: Moment
  }
  report_schedules: ReportSpecColumns & {
    id: Generated<number>
    schedule_type: string
    schedule: Json
    is_active: Flag
    last_run_at: Moment | null
    /** null: never. */
    next_run_at: Moment | null
    /** See StoredSchedule. */
    replanned_from: Moment | null
    created_at: Moment
    updated_at: Moment
  }
  reports: ReportSpecColumns & {
    id: Generated<number>
    /** Unique together: one report of a schedule for one time, whichever process runs it. */
    schedule_id: number | null
    planned_at: Moment | null
    status: string
    progress: number
    /** Host patterns of its owner when it was rendered: readers must see at least these. */
    hosts: Json
    /** The process that renders it, and the end of its claim. */
    runner: string | null
    lease_until: Moment | null
    attempts: number
    /** Set once the file exists. */
    file_name: string | null
    file_size: number | null
    data_hash: string | null
    rows_capped_from: number | null
    /** A list of ReportPartRecord. */
    parts: Json | null
    error_code: string | null
    error_detail: string | null
    created_at: Moment
    finished_at: Moment | null
    expires_at: Moment | null
    /** waiting, sent or failed; null: no mail. */
    mail_status: string | null
    mail_tries: number
    /** The next attempt, or the end of the current one. */
    mail_at: Moment | null
    mail_error: string | null
  }
  /** Parts of the files of reports: see reports/report-files.ts. */
  report_chunks: { report_id: number; ordinal: number; bytes: Uint8Array }
}

/** What a report contains, in which format. */
interface ReportSpecColumns {
  owner_id: number
  title: string
  /** See `nameKey`. */
  title_key: string
  format: string
  /** {type, params}; or `dashboard_id`, of a dashboard that may no longer exist. */
  query: Json | null
  dashboard_id: number | null
  time_range: Json | null
  timezone: string
  emails: Json
  deliver: string
  /** Days. */
  retention: number
}

/**
 * The database, or a transaction. While a transaction is open use only that: the database waits for its end.
 */
export type Database = Kysely<Tables>

/**
 * The form in which names are compared and sorted: without letter case and differences of Unicode encoding.
 */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

/** Unix seconds, as in the API. */
export function unixSeconds(moment: Moment): number
export function unixSeconds(moment: Moment | null): number | null
export function unixSeconds(moment: Moment | null): number | null {
  return moment === null ? null : moment / 1_000_000
}
