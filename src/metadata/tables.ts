import type { Generated, Kysely } from 'kysely'

/** A moment: integer microseconds since the epoch, UTC. */
type Moment = number
/** 0 or 1: SQLite has no boolean. */
type Flag = 0 | 1
/** JSON as text, so that members keep their order in every database. */
type Json = string

/** The tables of the metadata, as the newest migration leaves them. */
export interface Tables {
  users: {
    id: Generated<number>
    username: string
    /** The name as it is compared: see `nameKey`. Unique. */
    username_key: string
    email: string
    first_name: string
    last_name: string
    /** As secrets/password.ts writes it; null: nobody can sign in with a password. */
    password_hash: string | null
    is_active: Flag
    /** Has every permission and sees every host, those of later versions included. */
    is_admin: Flag
    created_at: Moment
    last_login_at: Moment | null
    /** See sign-in/known-addresses.ts. */
    known_addresses: Generated<Json>
  }
  groups: {
    id: Generated<number>
    name: string
    name_key: string
    description: string
    permissions: Json
    hosts: Json
  }
  group_members: { group_id: number; user_id: number }
  auth_tokens: {
    id: Generated<number>
    user_id: number
    token_type: string
    /** Keyed hash by which it is found. Unique. */
    secret_hash: string
    /** Encrypted with the instance key; bound to its hash. */
    secret_sealed: string
    description: string
    created_at: Moment
    last_used_at: Moment | null
    expires_at: Moment | null
  }
  sessions: {
    id: Generated<number>
    user_id: number
    cookie_hash: string
    created_at: Moment
    expires_at: Moment
  }
  /** What stopped being valid, kept for an hour, so that every process on this metadata hears of it. One member is set. */
  revocations: {
    id: Generated<number>
    token_id: number | null
    session_id: number | null
    user_id: number | null
    at: Moment
  }
  /** One row. */
  event_ids: { id: number; next: number }
  facts: { key: string; value: Json; updated_at: Moment }
  dashboards: {
    id: Generated<number>
    owner_id: number
    /** `title` of the config, and the same as it is compared and ordered: see `nameKey`. */
    title: string
    title_key: string
    /** As it was given. */
    config: Json
    /** null: not said, which means private. */
    is_public: Flag | null
    /** At most one dashboard has it. */
    is_default: Flag
    created_at: Moment
    updated_at: Moment
  }
  widgets: {
    id: Generated<number>
    owner_id: number
    type: string
    /** As those of dashboards; '' when the config has none. */
    title: string
    title_key: string
    config: Json
    /** These are null when they were not given. */
    is_public: Flag | null
    position: number | null
    size: number | null
    created_at: Moment
    updated_at: Moment
  }
  /**
   * A widget on a dashboard. Each widget is at home (attached 0) on exactly one, of its own owner; anywhere else it is attached.
   */
  placements: {
    dashboard_id: number
    widget_id: number
    /** Order on the dashboard, with gaps. */
    ordinal: number
    attached: Flag
    /** Of what the widget asks here. Unique. */
    query_id: string
  }
  tasks: {
    id: Generated<number>
    title: string
    /** The title as it is compared and ordered: see `nameKey`. */
    title_key: string
    description: string
    due: Moment | null
    status: string
    assigned_to: number | null
    /** `_id` of an event, which may be gone. */
    event_id: string | null
    owner_id: number
    created_at: Moment
    updated_at: Moment
  }
  /** Files of rules. `content` null: a file of the folder of rules, of which only the switch is kept. */
  rule_files: {
    name: string
    content: Json | null
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
    created_at: Moment
    updated_at: Moment
  }
  reports: ReportSpecColumns & {
    id: Generated<number>
    /** Unique together: a schedule wants one report for one moment, whoever's clock strikes. */
    schedule_id: number | null
    planned_at: Moment | null
    status: string
    progress: number
    /** Host patterns of its owner when it was made: who reads it sees at least these. */
    hosts: Json
    /** Who makes it, and until when others leave it alone. */
    runner: string | null
    lease_until: Moment | null
    attempts: number
    /** Set once there is a file. */
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
    /** waiting, sent or failed; null: it is mailed to nobody. */
    mail_status: string | null
    mail_tries: number
    /** The next try, or the end of the present one. */
    mail_at: Moment | null
    mail_error: string | null
  }
}

/** What is asked for, by a person or by a schedule. */
interface ReportSpecColumns {
  owner_id: number
  title: string
  /** The title as it is compared and ordered: see `nameKey`. */
  title_key: string
  format: string
  /** {type, params}; or `dashboard_id`, of a dashboard which may be gone. */
  query: Json | null
  dashboard_id: number | null
  time_range: Json | null
  timezone: string
  emails: Json
  deliver: string
  /** Days. */
  retention: number
}

/** The database, or a transaction of it. While a transaction is open use only that: the database waits for its end. */
export type Database = Kysely<Tables>

/** Names that differ in letter case or in the encoding of a letter only are the same name. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

/** The present moment, as the tables keep it. */
export type Clock = () => Moment
export const systemClock: Clock = () => {
  const now = Date.now() * 1_000
  // The system counts milliseconds. Within one, moments rise by a microsecond, so that rows keep the order in which they were made.
  latest = now <= latest && latest - now < 999 ? latest + 1 : now
  return latest
}
let latest = 0

/** A moment as the interface shows it: Unix seconds. */
export function unixSeconds(moment: Moment): number
export function unixSeconds(moment: Moment | null): number | null
export function unixSeconds(moment: Moment | null): number | null {
  return moment === null ? null : moment / 1_000_000
}
