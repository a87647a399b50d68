import type { Generated, Kysely } from 'kysely'
import type { Flag, Json, Moment } from './column-types.ts'
import type { ForwarderTables } from './forwarder-tables.ts'
import type { TriggerTables } from './trigger-tables.ts'

/** The tables of the metadata after the newest migration. */
export interface Tables extends TriggerTables, ForwarderTables {
  users: {
    id: Generated<number>
    username: string
    /** See `nameKey`. Unique. */
    username_key: string
    email: string
    first_name: string
    last_name: string
    /** See secrets/password.ts. null: cannot sign in with a password. */
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
    /** A list of permissions. */
    permissions: Json
    /** A list of patterns of the hosts that members see. */
    hosts: Json
    /** A list of group names of the company: see sign-in/external-users.ts. */
    external_groups: Generated<Json>
  }
  group_members: { group_id: number; user_id: number }
  /** Accounts of a company that users sign in with. Unique by provider, issuer and subject. */
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
    /** Keyed hash of the secret, by which the token is found. Unique. */
    secret_hash: string
    /** The secret, encrypted with the instance key and bound to the hash. */
    secret_sealed: string
    description: string
    created_at: Moment
    last_used_at: Moment | null
    expires_at: Moment | null
    /** The only dashboard that the token reads; null: everything that its user may read. */
    scope_dashboard_id: number | null
    /** JSON of ChosenValues. */
    scope_values: string | null
    is_read_only: Generated<Flag>
    /** The addresses and networks from which the token is accepted; null: all. */
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
    /** Usernames, which outlive their users. */
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
    /** Address and User-Agent of the sign-in; '' for sessions of earlier versions. */
    address: Generated<string>
    agent: Generated<string>
    /** The ID token of the sign-in at a provider, encrypted and bound to the hash; null: there is none. */
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
  /** See audit/audit-log.ts. */
  audit_log: {
    id: Generated<number>
    at: Moment
    /** Time of the last refusal, if equal refusals share the row; otherwise `at`. */
    last_at: Moment
    count: Generated<number>
    /** The user may no longer exist. */
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
    /** URL at which the other nodes reach it; null: it has ended. */
    url: string | null
    /** By the clock of the database, microseconds; null: never. */
    seen_at: Moment | null
    /** Counters of its ingest; null: not reported yet. */
    counters: Json | null
    /** Version of its program; null: not reported yet. */
    version: string | null
    /** null: not removed. */
    removed_at: Moment | null
    /** See nodes/remainders.ts. No two nodes that are not removed have the same. */
    remainder: number | null
    /** The lowest event id that it has not reserved; null: it has reserved none. */
    next_event_id: number | null
    /** How far its clock is ahead of the clock of the database; null: not reported yet. */
    clock_skew_ms: number | null
    /** 1: its version reads the state of the log from the newest entry; null: an earlier version. */
    reads_entries: Flag | null
  }
  /** One row once nodes share a store: see append-log/statements.ts. Writers of the log lock it. */
  append_log_state: {
    name: string
    /** Position of the newest entry at the last join. A later entry has a higher one. */
    position: number
    /** The highest number of a batch at the last join. A later entry may have a higher one. */
    batch: number
    /** How many times nodes have joined. */
    joins: number
    /** Batches up to this one were numbered before there was a log. */
    own_numbers: number
    /** Each change updates `position` and `batch`, for nodes that do not read entries. */
    is_current: Generated<Flag>
  }
  /** What happened to the rows of a store that several nodes append to, in order. */
  append_log: {
    position: number
    kind: string
    batch: number
    is_repeated: Flag
    /** JSON that the store writes and reads. */
    body: string
    /** Random. After a restore, the entry at the same position has another token. */
    token: string
    /** The highest number of a batch at this entry; null: a version that keeps it in append_log_state. */
    highest: number | null
    /** When it was added, by the clock of the database; null: by an earlier version. */
    at: number | null
    /** When this entry or one before it last notified the nodes; null: unknown. */
    notified_at: number | null
  }
  /** The batch number of each spool file. */
  append_batches: {
    /** Id of the data folder. */
    folder: string
    sequence: number
    batch: number
    /** The position at which the batch began. */
    position: number
    /** The batch has neither ended nor been abandoned. */
    is_pending: Flag
    is_repeated: Flag
  }
  /** See facts.ts. */
  facts: { key: string; value: Json; updated_at: Moment }
  dashboards: {
    id: Generated<number>
    owner_id: number
    /** `title` of the config, and its `nameKey`. */
    title: string
    title_key: string
    /** As the client sent it. */
    config: Json
    /** null: the client did not give it, which means private. */
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
    /** As in dashboards; '' if the config has no title. */
    title: string
    title_key: string
    config: Json
    /** null: the client did not give it. */
    is_public: Flag | null
    position: number | null
    size: number | null
    created_at: Moment
    updated_at: Moment
  }
  /** A widget on a dashboard. `attached` is 0 on its home, a dashboard of its owner, and 1 elsewhere. */
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
    /** For a task that a trigger created: as in `action_runs`. */
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
  /** Whether and when a reader starred or used a saved search; no row: neither. */
  saved_search_readers: {
    user_id: number
    search_id: number
    starred: Flag
    last_used_at: Moment | null
  }
  /**
   * Rule files that were made through the API. `content` null: a file of the rules folder, for which only
   * is_enabled is stored. `text`: see StoredRuleFile.
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
    /** Unique together with `planned_at`: a schedule makes one report for one time, on whatever node. */
    schedule_id: number | null
    planned_at: Moment | null
    status: string
    /** Percent. */
    progress: number
    /** Host patterns of its owner when it was rendered. Readers must see at least these hosts. */
    hosts: Json
    /** The process that renders it, and the end of its claim. */
    runner: string | null
    lease_until: Moment | null
    attempts: number
    /** Set once the file exists. */
    file_name: string | null
    file_size: number | null
    /** SHA-256 of its data. */
    data_hash: string | null
    /** Number of all rows, if the file has fewer. */
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
 * The database, or a transaction. While a transaction is open, use only the transaction: statements on the
 * database wait for its end.
 */
export type Database = Kysely<Tables>

/** The form in which names are compared and sorted, regardless of letter case and Unicode encoding. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

/** Unix seconds, as in the API. */
export function unixSeconds(moment: Moment): number
export function unixSeconds(moment: Moment | null): number | null
export function unixSeconds(moment: Moment | null): number | null {
  return moment === null ? null : moment / 1_000_000
}
