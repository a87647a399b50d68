// Made of ../../openapi.json by `npm run generate`.

export type ActionRetries = {
  /** Ids of actions */
  ids: Array<number>
}

export type ActionRun = {
  id: number
  /** null: deleted */
  trigger: {
    id: number
    name: string
  } | null
  /** Name of the trigger when it fired */
  trigger_name: string
  kind: "status" | "note" | "notification" | "email" | "webhook" | "script" | "snmp" | "task" | "escalation"
  status: "pending" | "running" | "done" | "failed" | "dead" | "suppressed"
  /** Value of the field that the trigger groups by; empty without one */
  key: string
  /** Equal for all attempts of one action */
  idempotency_key: string
  /** `_id` of the event; null if no single event fired the trigger */
  event_id: string | null
  /** Host of the event; empty without an event */
  host: string
  /** First 500 characters of the message of the event */
  message: string
  /** Number of matches that it reports; null if some are of hosts that the caller may not see */
  matches: number | null
  tries: number
  /** Unix seconds */
  created_at: number
  /** Unix seconds of the next attempt; null: none is planned */
  next_at: number | null
  /** Unix seconds; null: not yet */
  finished_at: number | null
  /** Result of the last attempt, as a sentence; null: no attempt yet */
  result: string | null
  /** Only for a single action: answer of the receiver or output of the script, truncated. For webhooks only for users who may change the trigger. null if `matches` is null */
  output?: string | null
  /** The silence that suppressed it */
  silence_id: number | null
  /** Why the last attempt failed; null: it did not fail */
  error: {
    code: string
    detail: string
  } | null
  /** Whether the caller may send it again now */
  can_retry: boolean
}

export type ActiveHours = {
  /** IANA name */
  timezone: string
  /** 1 Monday to 7 Sunday: the days on which the hours begin */
  days: Array<number>
  from: string
  to: string
}

/** The objects of this page are larger than the limit; ask for fewer. */
export type AnswerTooLargeError = {
  /** One sentence for people; may change */
  detail: string
  /** A page size that fits */
  page_size: number
  code: "answer_too_large"
}

export type ArchiveCheckRequest = {
  /** UTC, as 2026-01-31 */
  day: string
}

/** The restore of an archived day */
export type ArchiveRestore = {
  id: number
  /** UTC, as 2026-01-31 */
  day: string
  status: "running" | "done" | "failed"
  /** Rows of its archived files */
  rows: number
  /** Username */
  requested_by: string
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  finished_at: number | null
  /** Unix seconds */
  keep_until: number
  /** Why it failed; null if it did not */
  error: string | null
}

export type ArchiveRestoreRequest = {
  /** UTC, as 2026-01-31 */
  day: string
  /** The day stays restored for this time, regardless of MILLRACE_ARCHIVE_AFTER */
  keep_days?: number
}

/** The archive of old days */
export type ArchiveState = {
  /** Whether MILLRACE_ARCHIVE is set */
  is_configured: boolean
  /** Archived days that only `with_archive` reads */
  days: number
  /** Bytes of their files */
  bytes: number
  first_day: string | null
  last_day: string | null
  /** MILLRACE_ARCHIVE_AFTER */
  after_days: number | null
  /** MILLRACE_ARCHIVE_RETENTION_DAYS */
  retention_days: number | null
}

export type ArchivedDay = {
  /** UTC, as 2026-01-31 */
  day: string
  /** Events that began on it */
  events: number
  occurrences: number
  /** Bytes of its files */
  bytes: number
  files: number
  /** Unix seconds */
  archived_at: number
  /** The store has the day too: it is not dropped yet, or was restored */
  is_hot: boolean
}

export type ArrivalsRequest = {
  /** `next` of the previous answer; without it the answer has no events, and `next` is the current position */
  after?: string
  /** Conditions that all events must meet */
  filter?: Array<GivenCondition | GivenConditionGroup>
  /** Unix seconds: leaves out events without an occurrence since then */
  from?: number
  /** Time zone of the dates, an IANA name */
  timezone?: string
  /** Maximum number of events; answers with long events have fewer */
  limit?: number
}

export type AuditEntry = {
  id: number
  /** Unix seconds */
  at: number
  /** Time of the last refusal, if the entry represents several equal ones */
  last_at: number
  /** Number of equal refusals that the entry represents */
  count: number
  /** null: not a user of this service */
  user_id: number | null
  /** Username at that time; for a command, the user of the operating system who ran it */
  username: string
  credential: "session" | "token" | "command_line" | "service" | "none"
  /** Id of the session or token */
  credential_id: string | null
  /** Address of the caller; empty: this machine */
  address: string
  action: "login" | "logout" | "create" | "update" | "delete" | "import" | "export" | "run" | "reload" | "send" | "start" | "rotate"
  object: "archived_day" | "session" | "user" | "group" | "token" | "dashboard" | "widget" | "template" | "saved_search" | "trigger" | "silence" | "notification" | "trigger_action" | "rule_file" | "retention" | "page_settings" | "legal_hold" | "forwarder" | "report" | "report_schedule" | "task" | "event_note" | "host" | "mail" | "events" | "sql" | "audit_log" | "service" | "instance_key" | "node"
  object_id: string | null
  /** Name of the object, as it was then */
  title: string
  changes: Array<{
    member: string
    before?: unknown
    after?: unknown
  }>
  result: "ok" | "refused" | "failed"
}

export type AuthToken = {
  id: number
  /** Whole for its owner, else its first letters (`user-1a2b...`); `user-????...`: the instance key does not open it */
  secret_key: string
  token_type: "USER" | "INGEST"
  user: {
    id: number
    username: string
    fullname: string
  }
  description: string
  /** Reads this dashboard with its widgets, and nothing else; null: the whole interface */
  scope: {
    dashboard_id: number
    /** Values of the variables of the dashboard, instead of their defaults; the token cannot read other values */
    values?: Record<string, null | string | Array<string>>
  } | null
  /** A read-only USER token, which also cannot read or create tokens */
  read_only: boolean
  /** Addresses and networks (192.0.2.0/24) that it is accepted from; empty: all */
  networks: Array<string>
  /** Unix seconds */
  created_at: number
  /** Unix seconds; null: never */
  last_used_at: number | null
  /** Unix seconds; null: never */
  expires_at: number | null
}

export type AuthTokenDraft = {
  token_type?: "USER" | "INGEST"
  description?: string
  /** Unix seconds; null or absent: never */
  expires_at?: number | null
  /** Reads this dashboard with its widgets, and nothing else; null: the whole interface */
  scope?: {
    dashboard_id: number
    /** Values of the variables of the dashboard, instead of their defaults; the token cannot read other values */
    values?: Record<string, null | string | Array<string>>
  } | null
  /** A read-only USER token, which also cannot read or create tokens */
  read_only?: boolean
  /** Addresses and networks (192.0.2.0/24) that it is accepted from; empty: all */
  networks?: Array<string>
  /** Id; another user only with manage_users */
  user?: number
}

/** Invalid token. */
export type AuthenticationFailedError = {
  /** One sentence for people; may change */
  detail: string
  code: "authentication_failed"
}

/** The body is larger than the limit. */
export type BodyTooLargeError = {
  /** One sentence for people; may change */
  detail: string
  code: "body_too_large"
}

export type ChangesParams = {
  time_range?: {
    /** Unix seconds; 0: now; negative: relative to now */
    ts_from?: number
    /** As `ts_from`, exclusive; default: now */
    ts_to?: number
    /** Seconds a period */
    step?: number
    /** last_<n>_<unit>, last_<unit>, today or yesterday, instead of timestamps */
    preset?: string
    /** IANA name */
    timezone?: string
    /** No longer used; accepted and ignored */
    round_to_step?: unknown
    /** No longer used; accepted and ignored */
    periods?: unknown
  }
  /** Also reads days that were moved to the archive, which takes longer. Without an archive it has no effect */
  with_archive?: boolean
  /** A relative range is resolved once and does not move */
  freeze_time?: boolean
  filter?: Array<Condition | ConditionGroup>
  /** The other range; default: the time of the same length before `time_range`. What is also in `time_range` is left out */
  compare_to?: {
    /** Unix seconds; 0: now; negative: relative to now */
    ts_from?: number
    /** As `ts_from`, exclusive; default: now */
    ts_to?: number
    /** last_<n>_<unit>, last_<unit>, today or yesterday, instead of timestamps */
    preset?: string
    /** IANA name */
    timezone?: string
  }
  limit?: number
}

export type ChangesQuery = {
  /** null for validate_only */
  query_id: string | null
  status: "PENDING" | "IN_PROGRESS" | "SUCCESS" | "FAILURE" | "STOPPED"
  type: "Changes"
  /** Unix seconds: the moment of the shown result */
  base_time: number
  /** Percent */
  progress: number
  /** Position in the queue, 1 is the next; only while it waits */
  queue_position?: number
  /** Empty before the first results, partial while the query is IN_PROGRESS */
  results: ChangesResults | NoResults
  params: ChangesParams
  /** Id of a user */
  owner_id: number
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
  /** Only with ?partial=true: whether events of `missing_shards` are missing from the results */
  partial?: boolean
  /** Only with ?partial=true: shards that did not answer; [] if the results are complete */
  missing_shards?: Array<{
    shard: number
    servers: Array<string>
  }>
  /** Only if there are such days: days (UTC, such as 2024-10-04) in the range whose events the results may lack, because the store cannot read parts of them */
  missing_days?: Array<string>
  /** Only if there are such days: number of archived days (UTC) in the range whose events the results leave out, because `with_archive` is false */
  archived_days?: number
  error?: {
    code: string
    detail: string
  }
  explain?: QueryExplanation
}

export type ChangesRequest = {
  type: "Changes"
  params: ChangesParams
}

export type ChangesResults = {
  totals: {
    ts_from: number
    ts_to: number
    /** Occurrences of all events in the range */
    count: number
    /** The other range, without `time_range` */
    before: {
      /** In order of time; two if `time_range` is inside of the other range */
      periods: Array<{
        ts_from: number
        ts_to: number
      }>
      /** Occurrences of all events in them */
      count: number
    }
    /** At most `limit`, highest score first */
    values: Array<{
      /** host, program, severity, cisco_mnemonic, template or a tag */
      field: string
      /** A number for severity; of a template, the pattern as in Patterns */
      value: string | number
      /** Occurrences in the range */
      count: number
      /** Occurrences in the other range */
      count_before: number
      /** Share of all occurrences in the range, 0 to 1 */
      share: number
      /** Share of all occurrences in the other range, 0 to 1 */
      share_before: number
      /** How much the share moved, 0 to 1: the share of a value that is new or gone, less for others */
      score: number
      /** Conditions that find the events of the value */
      filter: Array<Condition | ConditionGroup>
    }>
    /** Number of values that changed, including those beyond the limit */
    changed: number
    /** What could not be compared because of limits, in words */
    left_out?: Array<string>
  }
}

export type Condition = {
  field: string
  op?: "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "qp" | "=~" | "!~" | "|>" | "!>"
  value: string | number | boolean | Array<string | number | boolean>
  ignore_case?: boolean
}

/** Conditions that are combined by OR, AND or NOT. Exactly one member */
export type ConditionGroup = {
  /** At least one of these holds */
  any?: Array<Condition | ConditionGroup>
  /** All of these hold */
  all?: Array<Condition | ConditionGroup>
  not?: Condition | ConditionGroup
}

/** The object is not in a state that allows this. */
export type ConflictError = {
  /** One sentence for people; may change */
  detail: string
  code: "conflict"
}

export type CreateDashboardBody = DashboardDraft | Array<DashboardDraft>

export type Cron = {
  /** 0 to 59 */
  minute?: string
  /** 0 to 23 */
  hour?: string
  /** 0 to 6 from Sunday, or names (mon, friday) */
  day_of_week?: string
  /** 1 to 31 */
  day_of_month?: string
  /** 1 to 12 */
  month_of_year?: string
}

export type Dashboard = {
  id: number
  owner: {
    id: number
    username: string
    fullname: string
  }
  title: string
  is_public: boolean
  is_default: boolean
  /** The config as the client sent it */
  config: Record<string, unknown>
  widgets: Array<Widget>
  /** Whether the caller may not change it */
  read_only: boolean
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
  /** Only in answers to requests that create dashboards: widgets whose search is invalid, which show an error */
  warnings?: Array<{
    widget_id: number
    /** Path of the member of the widget: `config.filter[0].value` */
    field: string
    message: string
  }>
}

export type DashboardDraft = {
  title?: string
  /** Unknown members are kept */
  config?: {
    title?: string
    style_class?: string
    /** A TimeRange, as in the params of a query */
    time_range?: unknown
    variables?: Array<{
      /** Filters refer to it as `$name` */
      name: string
      label?: string
      field: string
      /** null and an empty list mean all values: conditions that name the variable are dropped */
      value?: null | string | Array<string>
      /** false when absent */
      multi?: boolean
      /** true when absent */
      include_all?: boolean
      /** all (default): filters every widget over events, except widgets that list it in `ignore_variables`; named: only widgets whose filters name it */
      applies_to?: "all" | "named"
    }>
    row_groups?: Array<{
      title: string
      /** The row of the grid that the heading takes */
      row: number
      /** Whether its widgets are hidden until a user opens the group */
      folded?: boolean
    }>
  }
  /** Everybody may read it */
  is_public?: boolean
  /** The default dashboard, which all users see first; it is public. Requires manage_dashboards. */
  is_default?: boolean
  widgets?: Array<WidgetDraft>
}

export type DashboardExport = {
  config: Record<string, unknown>
  is_public: boolean
  widgets: Array<WidgetExport>
}

export type DashboardPatch = {
  title?: string
  /** Unknown members are kept */
  config?: {
    title?: string
    style_class?: string
    /** A TimeRange, as in the params of a query */
    time_range?: unknown
    variables?: Array<{
      /** Filters refer to it as `$name` */
      name: string
      label?: string
      field: string
      /** null and an empty list mean all values: conditions that name the variable are dropped */
      value?: null | string | Array<string>
      /** false when absent */
      multi?: boolean
      /** true when absent */
      include_all?: boolean
      /** all (default): filters every widget over events, except widgets that list it in `ignore_variables`; named: only widgets whose filters name it */
      applies_to?: "all" | "named"
    }>
    row_groups?: Array<{
      title: string
      /** The row of the grid that the heading takes */
      row: number
      /** Whether its widgets are hidden until a user opens the group */
      folded?: boolean
    }>
  }
  /** Everybody may read it */
  is_public?: boolean
  /** The default dashboard, which all users see first; it is public. Requires manage_dashboards. */
  is_default?: boolean
  widgets?: Array<WidgetDraft>
}

export type DashboardTemplatePath = {
  /** Path in the template folder; ends in .json or .yaml */
  path: string
}

/** The directory of the company does not answer at the moment. */
export type DirectoryUnavailableError = {
  /** One sentence for people; may change */
  detail: string
  code: "directory_unavailable"
}

/** Refused */
export type ElasticsearchError = {
  error: {
    type: string
    reason: string
  }
  status: number
}

export type ElasticsearchTarget = {
  url: string
  /** An index or a data stream. %Y, %m and %d are year, month and day of the event, UTC. Default: millrace */
  index?: string
  /** Never returned; absent in a change: not changed; empty: removed */
  authorization?: string
  /** Sends bodies with gzip. Default: false */
  compress?: boolean
  /** Default: true */
  verify_tls?: boolean
  /** PEM */
  ca?: string
}

export type EventArrivals = {
  /** In the order of their ids. An event that repeats is listed again with its current counter */
  objects: Array<EventRecord>
  /** Cursor of the next read */
  next: string
  /** Whether more events may be available already */
  has_more: boolean
}

export type EventNote = {
  id: number
  /** null: a deleted user, or the service itself */
  author: {
    id: number
    username: string
    fullname: string
  } | null
  text: string
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
}

export type EventNoteDraft = {
  text: string
}

export type EventRateParams = {
  time_range?: {
    /** Unix seconds; 0: now; negative: relative to now */
    ts_from?: number
    /** As `ts_from`, exclusive; default: now */
    ts_to?: number
    /** Seconds a period */
    step?: number
    /** last_<n>_<unit>, last_<unit>, today or yesterday, instead of timestamps */
    preset?: string
    /** IANA name */
    timezone?: string
    /** No longer used; accepted and ignored */
    round_to_step?: unknown
    /** No longer used; accepted and ignored */
    periods?: unknown
  }
  /** Also reads days that were moved to the archive, which takes longer. Without an archive it has no effect */
  with_archive?: boolean
  /** A relative range is resolved once and does not move */
  freeze_time?: boolean
  filter?: Array<Condition | ConditionGroup>
}

export type EventRateQuery = {
  /** null for validate_only */
  query_id: string | null
  status: "PENDING" | "IN_PROGRESS" | "SUCCESS" | "FAILURE" | "STOPPED"
  type: "EventRate"
  /** Unix seconds: the moment of the shown result */
  base_time: number
  /** Percent */
  progress: number
  /** Position in the queue, 1 is the next; only while it waits */
  queue_position?: number
  /** Empty before the first results, partial while the query is IN_PROGRESS */
  results: EventRateResults | NoResults
  params: EventRateParams
  /** Id of a user */
  owner_id: number
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
  /** Only with ?partial=true: whether events of `missing_shards` are missing from the results */
  partial?: boolean
  /** Only with ?partial=true: shards that did not answer; [] if the results are complete */
  missing_shards?: Array<{
    shard: number
    servers: Array<string>
  }>
  /** Only if there are such days: days (UTC, such as 2024-10-04) in the range whose events the results may lack, because the store cannot read parts of them */
  missing_days?: Array<string>
  /** Only if there are such days: number of archived days (UTC) in the range whose events the results leave out, because `with_archive` is false */
  archived_days?: number
  error?: {
    code: string
    detail: string
  }
  explain?: QueryExplanation
}

export type EventRateRequest = {
  type: "EventRate"
  params: EventRateParams
}

export type EventRateResults = {
  totals: {
    ts_from: number
    ts_to: number
    /** A range around this one to zoom out to; null: there is none */
    drill_up_time_range: {
      ts_from: number
      ts_to: number
    } | null
    /** Occurrences in the range */
    sum: number
    /** Periods that have begun */
    count: number
    /** Smallest count of the periods that have begun; null: none has */
    min: number | null
    /** Largest count of the periods that have begun; null: none has */
    max: number | null
    /** Mean count of the periods that have begun; null: none has */
    avg: number | null
    /** Last count of the periods that have begun; null: none has */
    last: number | null
    approximate?: true
    bound?: string
  }
  details: Array<{
    ts_from: number
    ts_to: number
    /** Occurrences */
    count: number
  }>
}

export type EventRecord = {
  id: number
  /** `id` as a text */
  _id: string
  /** Unix seconds with microseconds */
  first_occurrence: number
  /** Unix seconds with microseconds */
  last_occurrence: number
  /** YYYY/MM/DD HH:MM:SS in the zone of the query */
  first_occurrence_date: string
  /** In the same form */
  last_occurrence_date: string
  /** Occurrences */
  counter: number
  host: string
  program: string
  /** Such as `ASA-6-302013`; empty without one */
  cisco_mnemonic: string
  message: string
  severity: number
  severity_name: string
  facility: number
  facility_name: string
  status: number
  status_name: string
  type: string
  /** `truncated_from`: original size in bytes of a truncated message */
  user_tags: Record<string, string>
  /** Always empty: extra fields are in `user_tags`, or in the message */
  extra_fields: Record<string, unknown>
  /** Ids of the triggers that fired for it */
  trigger_ids: Array<number>
  /** Number of `trigger_ids` */
  triggers_fired_count: number
  /** With `add_trigger_data` */
  triggers_fired_data: Array<FiredTrigger>
  notes_count: number
  /** Oldest first. On a page with very long notes, later events have only `notes_count` */
  notes: Array<EventNote>
  actions_hint?: Record<string, Array<{
    type: "url" | "email" | "mac" | "ipv6" | "ipv4" | "host"
    /** The text of the hint: text.slice(start, end) */
    value: string
    /** UTF-16 units */
    start: number
    /** UTF-16 units, exclusive */
    end: number
    actions: Array<{
      kind: "search" | "filter" | "exclude" | "trigger"
      /** A condition in the form of filters of queries */
      condition: {
        field: string
        op: string
        value: string
      }
      /** Path of the page with the form for a new trigger; only for the kind `trigger` */
      url?: string
    }>
    geoip?: {
      country: string
      state: string
      city: string
    }
  }>>
  /** Locations of addresses by field */
  geoip?: Record<string, {
    country: string
    state: string
    city: string
  }>
}

export type ExtractionRequest = {
  /** A regular expression (RE2); its first group is the value, the whole match without a group. At most 1,000 characters */
  pattern: string
  /** A text field or a tag */
  field?: string
  /** Conditions that all events must meet */
  filter?: Array<GivenCondition | GivenConditionGroup>
  /** The last hour when absent */
  time_range?: {
    /** Unix seconds; 0: now; negative: relative to now */
    ts_from?: number
    /** As `ts_from`, exclusive; default: now */
    ts_to?: number
    /** Seconds a period */
    step?: number
    /** last_<n>_<unit>, last_<unit>, today or yesterday, instead of timestamps */
    preset?: string
    /** IANA name */
    timezone?: string
    /** No longer used; accepted and ignored */
    round_to_step?: unknown
    /** No longer used; accepted and ignored */
    periods?: unknown
  }
  limit?: number
}

export type ExtractionResult = {
  /** Start of the time range, Unix seconds */
  ts_from: number
  /** End of the time range, exclusive */
  ts_to: number
  /** Occurrences of events with a value */
  count: number
  /** Distinct values; an estimate if there are thousands */
  distinct: number
  /** The most frequent values, with their occurrences */
  values: Array<{
    value: string
    count: number
  }>
  /** Statistics of the values that are numbers. Percentiles are estimates. Repeats of an event within a second count once. null: no value is a number */
  numbers: {
    /** Rows of events whose value is a number */
    count: number
    min: number
    max: number
    avg: number
    p50: number
    p90: number
    p95: number
    p99: number
  } | null
}

export type FieldLink = {
  /** A field or tag, such as trace_id */
  field: string
  /** The text of the link, such as Open trace */
  label: string
  /** http or https, with {value} where the encoded value belongs: in the path, the query or the fragment */
  url: string
}

export type FieldStatsParams = {
  time_range?: {
    /** Unix seconds; 0: now; negative: relative to now */
    ts_from?: number
    /** As `ts_from`, exclusive; default: now */
    ts_to?: number
    /** Seconds a period */
    step?: number
    /** last_<n>_<unit>, last_<unit>, today or yesterday, instead of timestamps */
    preset?: string
    /** IANA name */
    timezone?: string
    /** No longer used; accepted and ignored */
    round_to_step?: unknown
    /** No longer used; accepted and ignored */
    periods?: unknown
  }
  /** Also reads days that were moved to the archive, which takes longer. Without an archive it has no effect */
  with_archive?: boolean
  /** A relative range is resolved once and does not move */
  freeze_time?: boolean
  filter?: Array<Condition | ConditionGroup>
  field?: string
  limit?: number
}

export type FieldStatsQuery = {
  /** null for validate_only */
  query_id: string | null
  status: "PENDING" | "IN_PROGRESS" | "SUCCESS" | "FAILURE" | "STOPPED"
  type: "FieldStats"
  /** Unix seconds: the moment of the shown result */
  base_time: number
  /** Percent */
  progress: number
  /** Position in the queue, 1 is the next; only while it waits */
  queue_position?: number
  /** Empty before the first results, partial while the query is IN_PROGRESS */
  results: FieldStatsResults | NoResults
  params: FieldStatsParams
  /** Id of a user */
  owner_id: number
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
  /** Only with ?partial=true: whether events of `missing_shards` are missing from the results */
  partial?: boolean
  /** Only with ?partial=true: shards that did not answer; [] if the results are complete */
  missing_shards?: Array<{
    shard: number
    servers: Array<string>
  }>
  /** Only if there are such days: days (UTC, such as 2024-10-04) in the range whose events the results may lack, because the store cannot read parts of them */
  missing_days?: Array<string>
  /** Only if there are such days: number of archived days (UTC) in the range whose events the results leave out, because `with_archive` is false */
  archived_days?: number
  error?: {
    code: string
    detail: string
  }
  explain?: QueryExplanation
}

export type FieldStatsRequest = {
  type: "FieldStats"
  params: FieldStatsParams
}

export type FieldStatsResults = {
  totals: {
    ts_from: number
    ts_to: number
    /** Occurrences of all events */
    total_count: number
    /** Occurrences of events that have a value of the field */
    count: number
    /** Distinct values in the range */
    cardinality: number
    /** The most frequent values, with their occurrences */
    values: Array<{
      name: string | number
      count: number
    }>
    numeric?: {
      /** Occurrences with a number */
      count: number
      min: number
      max: number
      sum: number
      avg: number
      p50: number
      p95: number
      p99: number
      /** p50, p95 and p99 are estimates: there are too many values */
      percentiles_approximate?: true
    }
  }
}

export type FileTarget = {
  /** In the folder `forwarded` of the data folder */
  name: string
  /** json (default): a JSON object a line; tsv: fields separated by tabs */
  format?: "json" | "tsv"
  /** Of a line, in JSON besides `id` and `forwarded_by`. Default: all for json, first_occurrence, host, program, severity, counter, message for tsv; a tag is tag.NAME */
  fields?: Array<string>
  /** Seconds. Default: 86400 */
  rotate_seconds?: number
  /** Megabytes. Default: 100 */
  rotate_mb?: number
  /** Default: 30 */
  keep_files?: number
  /** Of rotated files. Default: gzip */
  compression?: "none" | "gzip" | "zstd"
}

export type FilterCost = {
  trigger_id: number
  /** Events that match the filter; null for readers who see only some hosts */
  matched: number | null
  /** Events tested against it; the index excludes others. null for readers of some hosts */
  tried: number | null
  /** Mean time of a test in microseconds, from one test in 64; null: no test was timed, or the reader sees only some hosts */
  micros: number | null
  /** The index cannot exclude it, so every event is tested */
  is_unindexed: boolean
}

export type FiredTrigger = {
  trigger: {
    id: number
    name: string
  }
  /** Unix seconds */
  fired_at: number
  actions: Array<{
    /** Same value as in the history of actions */
    kind: string
    /** Same value as in the history of actions */
    status: string
    /** Result of the action; empty for users without the permission `triggers` */
    detail: string
  }>
}

export type FirehoseRequest = {
  /** A repeated request with the same id is counted once within 10 minutes */
  requestId: string
  records: Array<{
    /** Base64 of lines or of what CloudWatch Logs sends, gzipped or not */
    data: string
  }>
}

export type Forwarder = {
  id: number
  name: string
  /** false: events wait. Default: true */
  is_active: boolean
  /** Events to forward; an empty list: all */
  filter: Array<GivenCondition | GivenConditionGroup>
  /** Seconds, from the first occurrence. Equal events within the window are forwarded once, and their number when it ends; 0: every occurrence is forwarded. Default: 60 */
  window_size: number
  /** true (default): the first event of a window at once, and the number of the others when the window ends. false: one event with the number of all when it ends */
  fast_forward_first: boolean
  /** Rules as in a rule file (docs/rules.md), applied to forwarded events only; $COUNTER is the number of occurrences that the event stands for */
  rules: Array<Record<string, unknown>>
  /** Events per second; further events wait. Default: null, no limit */
  rate_limit: number | null
  /** Seconds. Events that have waited for longer are skipped. Default: null, never */
  max_age: number | null
  /** Megabytes of messages. The oldest beyond are skipped. Default: null, no limit */
  max_waiting_mb: number | null
  syslog?: SyslogTarget
  http?: HttpTarget
  splunk_hec?: SplunkHecTarget
  elasticsearch?: ElasticsearchTarget
  loki?: LokiTarget
  otlp?: OtlpTarget
  kafka?: KafkaTarget
  file?: FileTarget
  gelf?: GelfTarget
  millrace?: MillraceTarget
  snmp?: SnmpForwarding
  /** Names of secret members that are set */
  secrets: Array<string>
  status: {
    state: "sending" | "behind" | "retrying" | "paused" | "starting"
    /** Why the last attempt failed; null: it did not */
    error: string | null
    /** Unix seconds of that attempt; null as `error` */
    error_at: number | null
    /** Unix seconds of the next attempt; null: none is due */
    retry_at: number | null
    /** Unix seconds: when the destination last took events; null: never */
    sent_at: number | null
    /** Events that the destination has */
    sent: number
    /** Occurrences of these events, and of events that the destination refused */
    occurrences: number
    /** Events sent per second, over the last ten seconds */
    rate: number
    /** Events that its rules dropped */
    dropped: number
    /** Events that the destination refused for good */
    refused: number
    /** Rows of events skipped by max_age, max_waiting_mb or `skip` */
    skipped: number
    /** Rows of events that the retention deleted before they were sent */
    expired: number
    /** Events that waited for the rate limit */
    held_back: number
    /** Rows of events that wait, as of the last look at the store */
    waiting: number
    /** Unix seconds of the oldest event that waits; null: none waits */
    oldest_waiting: number | null
  }
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
}

export type ForwarderDraft = {
  name: string
  /** false: events wait. Default: true */
  is_active?: boolean
  /** Events to forward; an empty list: all */
  filter?: Array<GivenCondition | GivenConditionGroup>
  /** Seconds, from the first occurrence. Equal events within the window are forwarded once, and their number when it ends; 0: every occurrence is forwarded. Default: 60 */
  window_size?: number
  /** true (default): the first event of a window at once, and the number of the others when the window ends. false: one event with the number of all when it ends */
  fast_forward_first?: boolean
  /** Rules as in a rule file (docs/rules.md), applied to forwarded events only; $COUNTER is the number of occurrences that the event stands for */
  rules?: Array<Record<string, unknown>>
  /** Events per second; further events wait. Default: null, no limit */
  rate_limit?: number | null
  /** Seconds. Events that have waited for longer are skipped. Default: null, never */
  max_age?: number | null
  /** Megabytes of messages. The oldest beyond are skipped. Default: null, no limit */
  max_waiting_mb?: number | null
  syslog?: SyslogTarget
  http?: HttpTarget
  splunk_hec?: SplunkHecTarget
  elasticsearch?: ElasticsearchTarget
  loki?: LokiTarget
  otlp?: OtlpTarget
  kafka?: KafkaTarget
  file?: FileTarget
  gelf?: GelfTarget
  millrace?: MillraceTarget
  snmp?: SnmpForwarding
}

export type ForwarderPatch = {
  name?: string
  /** false: events wait. Default: true */
  is_active?: boolean
  /** Events to forward; an empty list: all */
  filter?: Array<GivenCondition | GivenConditionGroup>
  /** Seconds, from the first occurrence. Equal events within the window are forwarded once, and their number when it ends; 0: every occurrence is forwarded. Default: 60 */
  window_size?: number
  /** true (default): the first event of a window at once, and the number of the others when the window ends. false: one event with the number of all when it ends */
  fast_forward_first?: boolean
  /** Rules as in a rule file (docs/rules.md), applied to forwarded events only; $COUNTER is the number of occurrences that the event stands for */
  rules?: Array<Record<string, unknown>>
  /** Events per second; further events wait. Default: null, no limit */
  rate_limit?: number | null
  /** Seconds. Events that have waited for longer are skipped. Default: null, never */
  max_age?: number | null
  /** Megabytes of messages. The oldest beyond are skipped. Default: null, no limit */
  max_waiting_mb?: number | null
  syslog?: SyslogTarget
  http?: HttpTarget
  splunk_hec?: SplunkHecTarget
  elasticsearch?: ElasticsearchTarget
  loki?: LokiTarget
  otlp?: OtlpTarget
  kafka?: KafkaTarget
  file?: FileTarget
  gelf?: GelfTarget
  millrace?: MillraceTarget
  snmp?: SnmpForwarding
}

export type ForwarderTest = {
  ok: boolean
  /** What the destination answered, or why the event could not be sent */
  detail: string
}

/** Refused */
export type GelfError = {
  message: string
}

export type GelfTarget = {
  host: string
  port: number
  /** Default: tcp */
  transport?: "udp" | "tcp" | "tls"
  /** Sends datagrams with gzip, over udp. Default: false */
  compress?: boolean
  /** Default: true */
  verify_tls?: boolean
  /** PEM */
  ca?: string
  /** PEM */
  certificate?: string
  /** Never returned; absent in a change: not changed; empty: removed */
  key?: string
}

export type GenericQuery = SearchQuery | TopNQuery | LastNQuery | EventRateQuery | PatternsQuery | FieldStatsQuery | StatsQuery | ChangesQuery | StorageStatsQuery | ProcessingStatsQuery | TasksQuery | NotificationsQuery | System_CPUQuery | System_MemoryQuery | System_DFQuery | System_IOPSQuery | System_NetworkQuery | System_NetworkErrorsQuery

export type GivenCondition = {
  field: string
  /** Default: eq */
  op?: "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "qp" | "=~" | "!~" | "|>" | "!>"
  value: string | number | boolean | Array<string | number | boolean>
  /** Default: true */
  ignore_case?: boolean
}

/** Conditions that are combined by OR, AND or NOT. Exactly one member */
export type GivenConditionGroup = {
  /** At least one of these holds */
  any?: Array<GivenCondition | GivenConditionGroup>
  /** All of these hold */
  all?: Array<GivenCondition | GivenConditionGroup>
  not?: GivenCondition | GivenConditionGroup
}

export type Group = {
  id: number
  name: string
  description: string
  permissions: Array<"manage_dashboards" | "manage_widgets" | "manage_tasks" | "manage_queries" | "manage_users" | "manage_triggers" | "manage_reports" | "manage_rules" | "audit" | "manage_retention" | "manage_forwarders" | "search" | "sql" | "notifications" | "triggers" | "reports" | "tasks">
  /** Patterns with * and ?; * alone is every host */
  hosts: Array<string>
  /** Ids of users */
  members: Array<number>
  /** Names of groups at the provider or in the directory. At each sign-in, users in one of them become members, and users in none of them stop being members */
  external_groups: Array<string>
}

export type GroupDraft = {
  name: string
  description?: string
  permissions?: Array<"manage_dashboards" | "manage_widgets" | "manage_tasks" | "manage_queries" | "manage_users" | "manage_triggers" | "manage_reports" | "manage_rules" | "audit" | "manage_retention" | "manage_forwarders" | "search" | "sql" | "notifications" | "triggers" | "reports" | "tasks">
  /** Patterns with * and ?; * alone is every host */
  hosts?: Array<string>
  /** Ids of users */
  members?: Array<number>
  /** Names of groups at the provider or in the directory. At each sign-in, users in one of them become members, and users in none of them stop being members */
  external_groups?: Array<string>
}

export type GroupPatch = {
  name?: string
  description?: string
  permissions?: Array<"manage_dashboards" | "manage_widgets" | "manage_tasks" | "manage_queries" | "manage_users" | "manage_triggers" | "manage_reports" | "manage_rules" | "audit" | "manage_retention" | "manage_forwarders" | "search" | "sql" | "notifications" | "triggers" | "reports" | "tasks">
  /** Patterns with * and ?; * alone is every host */
  hosts?: Array<string>
  /** Ids of users */
  members?: Array<number>
  /** Names of groups at the provider or in the directory. At each sign-in, users in one of them become members, and users in none of them stop being members */
  external_groups?: Array<string>
}

/** The headers, the address among them, are larger than the limit of 16 KiB. */
export type HeadersTooLargeError = {
  /** One sentence for people; may change */
  detail: string
  code: "headers_too_large"
}

/** Takes JSON lines */
export type HttpTarget = {
  url: string
  /** Members of the JSON objects, besides `id` and `forwarded_by`. Default: all; a tag is tag.NAME */
  fields?: Array<string>
  /** Never returned; absent in a change: not changed; empty: removed */
  authorization?: string
  /** Sends bodies with gzip. Default: false */
  compress?: boolean
  /** Default: true */
  verify_tls?: boolean
  /** PEM */
  ca?: string
}

export type ImportTriggersBody = TriggerExport | Array<TriggerExport>

export type IncomingBatch = {
  events: Array<IncomingEvent>
}

/** Members that are not listed become extra fields */
export type IncomingEvent = {
  /** Truncated to 65,536 characters */
  message: string
  /** Default: the address of the sender */
  host?: string
  program?: string
  /** Unix seconds, with a fraction; the moment of receipt when absent */
  ts?: number
  /** Facility times 8 plus severity */
  priority?: number
  /** Ignored if there is a priority */
  severity?: number
  /** Ignored if there is a priority */
  facility?: number
  /** At most 256; can be searched and counted like fields */
  user_tags?: Record<string, string>
  /** Visible to rules. MILLRACE_EXTRA_FIELDS says which become tags; the others are not stored */
  extra_fields?: Record<string, string | number>
  /** Any object; as `extra_fields` */
  json?: Record<string, unknown>
}

/** Health of ingest */
export type IngestHealth = {
  /** The worst level of its checks */
  level: "ok" | "warning" | "critical"
  /** Unix seconds of the figures, which are computed once for all readers */
  at: number
  /** Readers who see only some hosts get only `open` and `quiet`, for these hosts */
  checks: Array<{
    /** `open`: Events are accepted. `balance`: Every event that was received is accounted for. `spool`: The store keeps up with what is received. `held`: No spool file that the store refuses waits for room in spool/refused. `disk`: The disk has room. `drops`: No datagrams were dropped by the kernel in the last ten minutes. `refused`: Nothing was refused in the last ten minutes. `clock`: The clocks of the senders are right. `quiet`: Every host sends as usual. */
    name: "open" | "balance" | "spool" | "held" | "disk" | "drops" | "refused" | "clock" | "quiet"
    level: "ok" | "warning" | "critical"
    /** Number of events, datagrams, bytes, files or hosts that fail the check; for `spool` the bytes waiting, for `disk` the bytes free */
    value: number
    /** Limit of `spool` and `disk`, bytes; null for other checks */
    limit: number | null
  }>
  /** Number of hosts by state; `quiet` does not count marked hosts */
  hosts: {
    active: number
    quiet: number
    gone: number
    new: number
  }
  /** Quiet hosts without a mark, at most 20, longest silence first */
  quiet: Array<SourceHost>
  /** Whether any event has been received */
  has_events: boolean
  /** Total losses; null for readers who see only some hosts */
  losses: {
    /** Datagrams that the kernel dropped before they were received */
    datagrams: number
    /** Events, and connections and bodies as a whole, that were refused */
    refused: number
    /** Unix seconds since when losses have been counted, across restarts */
    since: number
  } | null
}

/** Internal error. */
export type InternalError = {
  /** One sentence for people; may change */
  detail: string
  /** Identifies the log line that has the cause */
  error_id: string
  code: "internal"
}

/** Invalid page. */
export type InvalidPageError = {
  /** One sentence for people; may change */
  detail: string
  code: "invalid_page"
}

export type KafkaTarget = {
  /** host:port of one or more brokers of the cluster. The others are found through them */
  brokers: Array<string>
  /** It must exist */
  topic: string
  /** host (default): events of a host are in order, in one partition; id: of the event; none: the partitions take turns */
  record_key?: "host" | "id" | "none"
  /** Members of the JSON of records, besides `id` and `forwarded_by`. Default: all; a tag is tag.NAME */
  fields?: Array<string>
  /** Of records. Default: none */
  compression?: "none" | "gzip" | "zstd" | "lz4" | "snappy"
  /** Default: false */
  tls?: boolean
  /** Default: true */
  verify_tls?: boolean
  /** PEM */
  ca?: string
  /** PEM */
  certificate?: string
  /** Never returned; absent in a change: not changed; empty: removed */
  key?: string
  /** How the user is authenticated. Default: none. With plain, use TLS */
  sasl?: "none" | "plain" | "scram_sha_256" | "scram_sha_512"
  user?: string
  /** Never returned; absent in a change: not changed; empty: removed */
  password?: string
}

export type LastNParams = {
  time_range?: {
    /** Unix seconds; 0: now; negative: relative to now */
    ts_from?: number
    /** As `ts_from`, exclusive; default: now */
    ts_to?: number
    /** Seconds a period */
    step?: number
    /** last_<n>_<unit>, last_<unit>, today or yesterday, instead of timestamps */
    preset?: string
    /** IANA name */
    timezone?: string
    /** No longer used; accepted and ignored */
    round_to_step?: unknown
    /** No longer used; accepted and ignored */
    periods?: unknown
  }
  /** Also reads days that were moved to the archive, which takes longer. Without an archive it has no effect */
  with_archive?: boolean
  /** A relative range is resolved once and does not move */
  freeze_time?: boolean
  filter?: Array<Condition | ConditionGroup>
  field?: string
  limit?: number
  ignore_empty?: boolean
}

export type LastNQuery = {
  /** null for validate_only */
  query_id: string | null
  status: "PENDING" | "IN_PROGRESS" | "SUCCESS" | "FAILURE" | "STOPPED"
  type: "LastN"
  /** Unix seconds: the moment of the shown result */
  base_time: number
  /** Percent */
  progress: number
  /** Position in the queue, 1 is the next; only while it waits */
  queue_position?: number
  /** Empty before the first results, partial while the query is IN_PROGRESS */
  results: LastNResults | NoResults
  params: LastNParams
  /** Id of a user */
  owner_id: number
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
  /** Only with ?partial=true: whether events of `missing_shards` are missing from the results */
  partial?: boolean
  /** Only with ?partial=true: shards that did not answer; [] if the results are complete */
  missing_shards?: Array<{
    shard: number
    servers: Array<string>
  }>
  /** Only if there are such days: days (UTC, such as 2024-10-04) in the range whose events the results may lack, because the store cannot read parts of them */
  missing_days?: Array<string>
  /** Only if there are such days: number of archived days (UTC) in the range whose events the results leave out, because `with_archive` is false */
  archived_days?: number
  error?: {
    code: string
    detail: string
  }
  explain?: QueryExplanation
}

export type LastNRequest = {
  type: "LastN"
  params: LastNParams
}

export type LastNResults = {
  totals: {
    ts_from: number
    ts_to: number
    values: Array<{
      name: string | number
      /** Occurrences */
      count: number
      /** Unix seconds with microseconds, of the last occurrence in the range */
      last_seen: number
      geoip?: {
        country: string
        state: string
        city: string
      }
    }>
    approximate?: true
    bound?: string
  }
}

/** Counts of what became of every event; they continue across restarts */
export type Ledger = {
  /** Whether received = stored + duplicates + dropped + out_of_time + refused + in_flight, of all and of each */
  is_balanced: boolean
  totals: {
    /** Events received completely */
    received: number
    /** Stored as new events */
    stored: number
    /** Stored as a repeat of an earlier event */
    duplicates: number
    /** Dropped by rules */
    dropped: number
    /** Older than the tolerance */
    out_of_time: number
    /** Not stored for any other reason */
    refused: number
    /** The same by reason; reasons without events are absent. `overload`: Over capacity: the spool was full or could not be written, and its sender could not be made to wait. `invalid`: Not a valid event, or in a body with one that was refused as a whole. `not_allowed`: Its sender is not on the list of senders that may send here. `proxy_header`: No proxy header where one is required, or one from a sender that may not send it. `tls`: The handshake failed, or the certificate of the sender was missing or not trusted. `connections`: As many connections were open as may be. `rate`: Its sender sent more in a second than may be. `incomplete`: Parts of it did not come in time, or too many waited for parts. `corrupted`: Its spool file was damaged on disk, and was set aside into spool/broken. `store`: The event store refused its spool file again and again, which was set aside into spool/refused. `evicted`: The spool was full and its policy is to drop the oldest. `loop`: This installation forwarded it, and it came back. */
    refused_by: Record<string, number>
    /** Not stored yet */
    in_flight: number
    /** Connections and bodies refused as a whole, by reason: the number of their events is unknown */
    turned_away: Record<string, number>
    /** Datagrams that the kernel dropped because its buffer was full: never received */
    udp_dropped: number
    /** Framing errors of streams */
    frame_errors: number
    /** Events cut to the maximum size */
    truncated: number
    /** Extra fields that were cut, or dropped because their event has too many tags */
    fields_omitted: number
    /** Events whose time was ahead of our clock: they got the time of their receipt */
    clock_ahead: number
    /** Bytes received */
    bytes: number
    /** Open at the moment */
    connections: number
  }
  sources: Array<{
    /** A listener by its name, or a protocol of HTTP */
    source: string
    /** Unix seconds of its last event since the start of the process; null before */
    last_at: number | null
    /** Events received completely */
    received: number
    /** Stored as new events */
    stored: number
    /** Stored as a repeat of an earlier event */
    duplicates: number
    /** Dropped by rules */
    dropped: number
    /** Older than the tolerance */
    out_of_time: number
    /** Not stored for any other reason */
    refused: number
    /** The same by reason; reasons without events are absent. `overload`: Over capacity: the spool was full or could not be written, and its sender could not be made to wait. `invalid`: Not a valid event, or in a body with one that was refused as a whole. `not_allowed`: Its sender is not on the list of senders that may send here. `proxy_header`: No proxy header where one is required, or one from a sender that may not send it. `tls`: The handshake failed, or the certificate of the sender was missing or not trusted. `connections`: As many connections were open as may be. `rate`: Its sender sent more in a second than may be. `incomplete`: Parts of it did not come in time, or too many waited for parts. `corrupted`: Its spool file was damaged on disk, and was set aside into spool/broken. `store`: The event store refused its spool file again and again, which was set aside into spool/refused. `evicted`: The spool was full and its policy is to drop the oldest. `loop`: This installation forwarded it, and it came back. */
    refused_by: Record<string, number>
    /** Not stored yet */
    in_flight: number
    /** Connections and bodies refused as a whole, by reason: the number of their events is unknown */
    turned_away: Record<string, number>
    /** Datagrams that the kernel dropped because its buffer was full: never received */
    udp_dropped: number
    /** Framing errors of streams */
    frame_errors: number
    /** Events cut to the maximum size */
    truncated: number
    /** Extra fields that were cut, or dropped because their event has too many tags */
    fields_omitted: number
    /** Events whose time was ahead of our clock: they got the time of their receipt */
    clock_ahead: number
    /** Bytes received */
    bytes: number
    /** Open at the moment */
    connections: number
  }>
  /** Ingest compared with its limits. Counted since the start of the process */
  bounds: {
    /** Whether events are accepted; if not, senders wait or are refused */
    is_open: boolean
    /** Deduplication windows closed early to save memory: the next repeat becomes a new event */
    windows_evicted: number
    /** Bytes not stored yet, in memory and in the spool */
    spool_bytes: number
    /** Maximum of spool_bytes */
    spool_limit: number
    /** Free bytes of the disk of the spool; null: unknown */
    disk_free: number | null
    /** Free bytes below which nothing is accepted */
    disk_floor: number
    /** Spool files that the store refuses and that wait in the spool, because spool/refused is full */
    refused_held: number
    /** Damaged spool files that were removed from quarantine to limit its size */
    aside_removed: {
      /** Damaged files */
      broken: number
      /** Files that the store refused */
      refused: number
    }
  }
  /** What became of the events that match the filter of each forwarder. Absent while the metadata does not answer */
  forwarders?: Array<{
    id: number
    name: string
    /** Events that the destination has */
    sent: number
    /** Events that its rules dropped */
    dropped: number
    /** Events that the destination refused for good */
    refused: number
    /** Rows of events skipped by max_age, max_waiting_mb or `skip` */
    skipped: number
    /** Rows of events that the retention deleted before they were sent */
    expired: number
    /** Rows of events that wait, as of the last look at the store */
    waiting: number
  }>
  /** Only where services share one PostgreSQL: the counts above for each node, the answering node first; others as of two seconds ago. `bounds` are the bounds of the answering node */
  nodes?: Array<{
    /** Name of the node */
    node: string
    /** false: the counts are from before the node stopped */
    is_running: boolean
    totals: {
      /** Events received completely */
      received: number
      /** Stored as new events */
      stored: number
      /** Stored as a repeat of an earlier event */
      duplicates: number
      /** Dropped by rules */
      dropped: number
      /** Older than the tolerance */
      out_of_time: number
      /** Not stored for any other reason */
      refused: number
      /** The same by reason; reasons without events are absent. `overload`: Over capacity: the spool was full or could not be written, and its sender could not be made to wait. `invalid`: Not a valid event, or in a body with one that was refused as a whole. `not_allowed`: Its sender is not on the list of senders that may send here. `proxy_header`: No proxy header where one is required, or one from a sender that may not send it. `tls`: The handshake failed, or the certificate of the sender was missing or not trusted. `connections`: As many connections were open as may be. `rate`: Its sender sent more in a second than may be. `incomplete`: Parts of it did not come in time, or too many waited for parts. `corrupted`: Its spool file was damaged on disk, and was set aside into spool/broken. `store`: The event store refused its spool file again and again, which was set aside into spool/refused. `evicted`: The spool was full and its policy is to drop the oldest. `loop`: This installation forwarded it, and it came back. */
      refused_by: Record<string, number>
      /** Not stored yet */
      in_flight: number
      /** Connections and bodies refused as a whole, by reason: the number of their events is unknown */
      turned_away: Record<string, number>
      /** Datagrams that the kernel dropped because its buffer was full: never received */
      udp_dropped: number
      /** Framing errors of streams */
      frame_errors: number
      /** Events cut to the maximum size */
      truncated: number
      /** Extra fields that were cut, or dropped because their event has too many tags */
      fields_omitted: number
      /** Events whose time was ahead of our clock: they got the time of their receipt */
      clock_ahead: number
      /** Bytes received */
      bytes: number
      /** Open at the moment */
      connections: number
    }
  }>
}

export type LegalHold = {
  id: number
  name: string
  reason: string
  /** Events that are kept; an empty list: all */
  filter: Array<GivenCondition | GivenConditionGroup>
  /** Unix seconds; null: from the first event on */
  ts_from: number | null
  /** Unix seconds, exclusive; null: without an end */
  ts_to: number | null
  /** Unix seconds */
  placed_at: number
  /** Username at that time */
  placed_by: string
  /** null: it is in force */
  lifted_at: number | null
  lifted_by: string | null
}

export type LegalHoldDraft = {
  name: string
  reason?: string
  /** Events that are kept; an empty list: all */
  filter?: Array<GivenCondition | GivenConditionGroup>
  /** Unix seconds; null: from the first event on */
  ts_from?: number | null
  /** Unix seconds, exclusive; null: without an end */
  ts_to?: number | null
}

export type Listener = {
  /** Also the source in the ledger */
  name: string
  /** Kind as in a file of listeners: `syslog-udp`, `json-tcp` and so on */
  kind: string
  /** `udp`, `tcp` or `unix` */
  transport: string
  /** The address that it is bound to; null for a socket in the file system */
  host: string | null
  /** The port that it is bound to; null for a socket in the file system */
  port: number | null
  /** Path of a socket in the file system; otherwise null */
  path: string | null
  tls: boolean
  /** `none`, `optional` or `required` */
  client_certificates: string
  /** Time zone of timestamps without one */
  timezone: string
  /** Program that replaces the program of every event; null: not replaced */
  program: string | null
  /** User tags of every event */
  tags: Record<string, string>
}

export type LiveClientFrame = ["subscribe", "query", string] | ["subscribe", "widget", number] | ["subscribe", "dashboard", number] | ["unsubscribe", "query", string] | ["unsubscribe", "widget", number] | ["unsubscribe", "dashboard", number] | ["subscribe", "notifications"] | ["unsubscribe", "notifications"] | ["unsubscribe", "all"] | ["ping"]

export type LiveServerFrame = ["subscription-update", {
  query: Array<string>
  widget: Array<number>
  dashboard: Array<number>
  /** Only while subscribed to */
  notifications?: true
}] | ["notifications-update", NotificationCounts] | ["widget-update", {
  /** Widget that the update is for; null for a subscription of another kind */
  widget_id: number | null
  /** Dashboard that is subscribed to; null for a subscription of another kind */
  dashboard_id: number | null
  data: GenericQuery
}] | ["error", {
  /** Code of the error catalogue */
  code: string
  detail: string
  /** The received frame; text when it was not JSON */
  command: unknown
}] | ["pong"]

export type LoginBody = {
  username: string
  password: string
}

/** Refused */
export type LokiError = {
  status: "error"
  error: string
}

export type LokiTarget = {
  url: string
  /** Sent as X-Scope-OrgID */
  tenant?: string
  /** Names of tags that become labels, beside host, service_name and level. Choose tags with few values */
  labels?: Array<string>
  /** Never returned; absent in a change: not changed; empty: removed */
  authorization?: string
  /** Sends bodies with gzip. Default: false */
  compress?: boolean
  /** Default: true */
  verify_tls?: boolean
  /** PEM */
  ca?: string
}

export type MailOrder = {
  /** Addresses: a list, or one text with commas between them */
  mail_to: string | Array<string>
  /** One line */
  subject: string
  body: string
  /** Whether the body is HTML; default: plain text */
  is_html?: boolean
}

/** No mail can be sent at the moment. */
export type MailUnavailableError = {
  /** One sentence for people; may change */
  detail: string
  code: "mail_unavailable"
}

/** An answer with `result` or `error` */
export type McpAnswer = {
  jsonrpc: "2.0"
  id?: string | number
  result?: Record<string, unknown>
  error?: {
    code: number
    message: string
  }
}

/** A request of JSON-RPC 2.0, or a notification (without `id`) */
export type McpMessage = {
  jsonrpc: "2.0"
  id?: string | number
  /** initialize, ping, tools/list, tools/call and others */
  method: string
  params?: Record<string, unknown>
}

/** The metadata does not answer at the moment. */
export type MetadataUnavailableError = {
  /** One sentence for people; may change */
  detail: string
  code: "metadata_unavailable"
}

export type MillraceTarget = {
  url: string
  /** Never returned; absent in a change: not changed; empty: removed */
  token?: string
  /** Sends bodies with gzip. Default: false */
  compress?: boolean
  /** Default: true */
  verify_tls?: boolean
  /** PEM */
  ca?: string
}

export type NewReport = {
  title?: string
  /** xslx is another name of xlsx; a dashboard as csv or json is a zip of one file a widget */
  format: "csv" | "json" | "xlsx" | "xslx" | "docx" | "pdf"
  /** The query of the report; null: it is of a dashboard */
  query?: QueryRequest | null
  /** The dashboard of the report, with all its widgets; null: it is of a query */
  dashboard_id?: number | null
  /** Replaces the range of the query, or of every widget; null: not replaced */
  time_range?: {
    /** Unix seconds; 0: now; negative: relative to now */
    ts_from?: number
    /** As `ts_from`, exclusive; default: now */
    ts_to?: number
    /** Seconds a period */
    step?: number
    /** last_<n>_<unit>, last_<unit>, today or yesterday, instead of timestamps */
    preset?: string
    /** IANA name */
    timezone?: string
    /** No longer used; accepted and ignored */
    round_to_step?: unknown
    /** No longer used; accepted and ignored */
    periods?: unknown
  } | null
  /** IANA name; applies to ranges without a zone, times in the document and the schedule */
  timezone?: string
  /** Addresses */
  emails?: Array<string>
  /** A link replaces a file that is too large for an attachment */
  deliver?: "attachment" | "link"
}

export type NoResults = Record<string, never>

/** Could not satisfy the request Accept header. */
export type NotAcceptableError = {
  /** One sentence for people; may change */
  detail: string
  code: "not_acceptable"
}

/** Authentication credentials were not provided. */
export type NotAuthenticatedError = {
  /** One sentence for people; may change */
  detail: string
  code: "not_authenticated"
}

/** Not found. */
export type NotFoundError = {
  /** One sentence for people; may change */
  detail: string
  code: "not_found"
}

export type NotificationCounts = {
  /** Unread matches */
  unread_count: number
  /** Groups with unread entries */
  unread_groups: number
  /** All groups */
  group_count: number
  /** Unix seconds of the newest change of any group; null: there are no groups */
  changed_at: number | null
}

export type NotificationEvent = {
  /** Id of this entry */
  id: number
  /** `_id` of the event; null if no single event fired the trigger */
  event_id: string | null
  /** Value of the field that the trigger groups by; empty without one */
  key: string
  /** Number of matches; null if some are of hosts that the caller may not see */
  count: number | null
  /** Unix seconds */
  fired_at: number
  is_read: boolean
  /** Empty without an event, unless the trigger groups by host */
  host: string
  program: string
  /** null without an event */
  severity: number | null
  /** null without an event */
  facility: number | null
  cisco_mnemonic: string
  message: string
  user_tags: Record<string, string>
}

export type NotificationGroup = {
  id: number
  /** Name of the trigger */
  name: string
  trigger_id: number
  /** Whether the trigger is private */
  is_private: boolean
  /** Whether all of it is read */
  read_flag: boolean
  /** Whether the caller may not delete it */
  read_only: boolean
  /** Number of matches; an entry whose `count` is null counts as one */
  all_count: number
  /** Unread matches */
  unread_count: number
  /** Number of events that matched the trigger; null for readers who see only some hosts and do not own it */
  hits_count: number | null
  /** Unix seconds; the oldest unread one; null: none */
  unread_since: number | null
  /** Unix seconds; when it was last marked as read; null: never */
  read_at: number | null
  /** Unix seconds; when others were notified that it is unread; null: not since it was read */
  escalated_at: number | null
  /** Unix seconds; the newest entry */
  last_issued: number
  /** Unix seconds */
  updated_at: number
  /** Unix seconds */
  created_at: number
  owner: {
    id: number
    username: string
    fullname: string
  }
  trigger: Trigger
  /** With `with_events`: the newest entries, newest first */
  events?: Array<NotificationEvent>
}

export type NotificationPatch = {
  /** true: marks all entries as read; false: marks the newest entry as unread */
  read_flag: boolean
}

export type NotificationsParams = {
  time_range?: {
    /** Unix seconds; 0: now; negative: relative to now */
    ts_from?: number
    /** As `ts_from`, exclusive; default: now */
    ts_to?: number
    /** Seconds a period */
    step?: number
    /** last_<n>_<unit>, last_<unit>, today or yesterday, instead of timestamps */
    preset?: string
    /** IANA name */
    timezone?: string
    /** No longer used; accepted and ignored */
    round_to_step?: unknown
    /** No longer used; accepted and ignored */
    periods?: unknown
  }
  /** Also reads days that were moved to the archive, which takes longer. Without an archive it has no effect */
  with_archive?: boolean
  /** A relative range is resolved once and does not move */
  freeze_time?: boolean
  /** Only groups with an entry whose event matches */
  filter?: Array<Condition | ConditionGroup>
  sort?: string | Array<string>
  time_range_field?: "created_at" | "updated_at" | "unread_since" | "read_at"
  is_private?: boolean
  read?: boolean
  with_events?: boolean
}

export type NotificationsQuery = {
  /** null for validate_only */
  query_id: string | null
  status: "PENDING" | "IN_PROGRESS" | "SUCCESS" | "FAILURE" | "STOPPED"
  type: "Notifications"
  /** Unix seconds: the moment of the shown result */
  base_time: number
  /** Percent */
  progress: number
  /** Position in the queue, 1 is the next; only while it waits */
  queue_position?: number
  /** Empty before the first results, partial while the query is IN_PROGRESS */
  results: NotificationsResults | NoResults
  params: NotificationsParams
  /** Id of a user */
  owner_id: number
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
  /** Only with ?partial=true: whether events of `missing_shards` are missing from the results */
  partial?: boolean
  /** Only with ?partial=true: shards that did not answer; [] if the results are complete */
  missing_shards?: Array<{
    shard: number
    servers: Array<string>
  }>
  /** Only if there are such days: days (UTC, such as 2024-10-04) in the range whose events the results may lack, because the store cannot read parts of them */
  missing_days?: Array<string>
  /** Only if there are such days: number of archived days (UTC) in the range whose events the results leave out, because `with_archive` is false */
  archived_days?: number
  error?: {
    code: string
    detail: string
  }
  explain?: QueryExplanation
}

export type NotificationsRead = {
  /** Ids of groups; if absent, all groups */
  ids?: Array<number>
}

export type NotificationsRequest = {
  type: "Notifications"
  params: NotificationsParams
}

export type NotificationsResults = Array<NotificationGroup>

/** Refused; in protobuf if the request was */
export type OtlpError = {
  /** A code of google.rpc.Code */
  code: number
  message: string
}

/** Takes logs by OTLP over HTTP */
export type OtlpTarget = {
  url: string
  /** Never returned; absent in a change: not changed; empty: removed */
  authorization?: string
  /** Sends bodies with gzip. Default: false */
  compress?: boolean
  /** Default: true */
  verify_tls?: boolean
  /** PEM */
  ca?: string
}

/** Over capacity; try again. */
export type OverloadedError = {
  /** One sentence for people; may change */
  detail: string
  code: "overloaded"
}

export type OwnAccount = {
  id: number
  username: string
  /** First and last name; the username when there is neither */
  fullname: string
  email: string
  first_name: string
  last_name: string
  is_active: boolean
  groups: Array<number>
  /** Has all permissions and sees all hosts, regardless of its groups */
  is_admin: boolean
  /** Unix seconds */
  created_at: number
  /** Unix seconds; null: never */
  last_login_at: number | null
  /** false for users who sign in with a company account or only use tokens */
  has_password: boolean
}

export type OwnPatch = {
  email?: string
  first_name?: string
  last_name?: string
  /** At least 8 characters, or MILLRACE_PASSWORD_MIN_LENGTH; the most common passwords are refused */
  password?: string
  current_password?: string
}

/** Settings of the page for all users */
export type PageSettings = {
  /** Links at the values of fields, in the order shown */
  field_links: Array<FieldLink>
  /** Events with this tag are marked in the histogram as deployments; null: not marked */
  deploy_tag: string | null
  /** null: never changed */
  changed_at: number | null
  /** Username at that time */
  changed_by: string | null
}

export type PageSettingsPatch = {
  /** The complete list */
  field_links?: Array<FieldLink>
  /** null: deployments are not marked */
  deploy_tag?: string | null
}

export type PaginatedActionRunList = {
  objects: Array<ActionRun>
  item_count: number
  page_count: number
  page_number: number
  page_size: number
}

export type PaginatedArchiveRestoreList = {
  objects: Array<ArchiveRestore>
  item_count: number
  page_count: number
  page_number: number
  page_size: number
}

export type PaginatedArchivedDayList = {
  objects: Array<ArchivedDay>
  item_count: number
  page_count: number
  page_number: number
  page_size: number
}

export type PaginatedAuditEntryList = {
  objects: Array<AuditEntry>
  item_count: number
  page_count: number
  page_number: number
  page_size: number
}

export type PaginatedAuthTokenList = {
  objects: Array<AuthToken>
  item_count: number
  page_count: number
  page_number: number
  page_size: number
}

export type PaginatedDashboardList = {
  objects: Array<Dashboard | DashboardExport>
  item_count: number
  page_count: number
  page_number: number
  page_size: number
}

export type PaginatedEventNoteList = {
  objects: Array<EventNote>
  item_count: number
  page_count: number
  page_number: number
  page_size: number
}

export type PaginatedFiredTriggerList = {
  objects: Array<FiredTrigger>
  item_count: number
  page_count: number
  page_number: number
  page_size: number
}

export type PaginatedForwarderList = {
  objects: Array<Forwarder>
  item_count: number
  page_count: number
  page_number: number
  page_size: number
}

export type PaginatedGroupList = {
  objects: Array<Group>
  item_count: number
  page_count: number
  page_number: number
  page_size: number
}

export type PaginatedLegalHoldList = {
  objects: Array<LegalHold>
  item_count: number
  page_count: number
  page_number: number
  page_size: number
}

export type PaginatedNotificationEventList = {
  objects: Array<NotificationEvent>
  item_count: number
  page_count: number
  page_number: number
  page_size: number
}

export type PaginatedNotificationGroupList = {
  objects: Array<NotificationGroup>
  item_count: number
  page_count: number
  page_number: number
  page_size: number
}

export type PaginatedReportScheduleList = {
  objects: Array<ReportSchedule>
  item_count: number
  page_count: number
  page_number: number
  page_size: number
}

export type PaginatedRuleFileSummaryList = {
  objects: Array<RuleFileSummary>
  item_count: number
  page_count: number
  page_number: number
  page_size: number
}

export type PaginatedSavedSearchList = {
  objects: Array<SavedSearch | SavedSearchExport>
  item_count: number
  page_count: number
  page_number: number
  page_size: number
}

export type PaginatedSessionList = {
  objects: Array<Session>
  item_count: number
  page_count: number
  page_number: number
  page_size: number
}

export type PaginatedShortReportList = {
  objects: Array<ShortReport>
  item_count: number
  page_count: number
  page_number: number
  page_size: number
}

export type PaginatedSilenceList = {
  objects: Array<Silence>
  item_count: number
  page_count: number
  page_number: number
  page_size: number
}

export type PaginatedSourceHostList = {
  objects: Array<SourceHost>
  item_count: number
  page_count: number
  page_number: number
  page_size: number
}

export type PaginatedTaskList = {
  objects: Array<Task>
  item_count: number
  page_count: number
  page_number: number
  page_size: number
}

export type PaginatedTriggerList = {
  objects: Array<Trigger | TriggerExport>
  item_count: number
  page_count: number
  page_number: number
  page_size: number
}

export type PaginatedUserList = {
  objects: Array<User>
  item_count: number
  page_count: number
  page_number: number
  page_size: number
}

export type PaginatedWidgetList = {
  objects: Array<Widget | WidgetExport>
  item_count: number
  page_count: number
  page_number: number
  page_size: number
}

/** The body could not be read. */
export type ParseError = {
  /** One sentence for people; may change */
  detail: string
  code: "parse_error"
}

export type PatternsParams = {
  time_range?: {
    /** Unix seconds; 0: now; negative: relative to now */
    ts_from?: number
    /** As `ts_from`, exclusive; default: now */
    ts_to?: number
    /** Seconds a period */
    step?: number
    /** last_<n>_<unit>, last_<unit>, today or yesterday, instead of timestamps */
    preset?: string
    /** IANA name */
    timezone?: string
    /** No longer used; accepted and ignored */
    round_to_step?: unknown
    /** No longer used; accepted and ignored */
    periods?: unknown
  }
  /** Also reads days that were moved to the archive, which takes longer. Without an archive it has no effect */
  with_archive?: boolean
  /** A relative range is resolved once and does not move */
  freeze_time?: boolean
  filter?: Array<Condition | ConditionGroup>
  limit?: number
  sort?: "count" | "new" | "growth"
  with_subperiods?: boolean
  /** Also count the patterns in the time of the same length before the range */
  compare_before?: boolean
}

export type PatternsQuery = {
  /** null for validate_only */
  query_id: string | null
  status: "PENDING" | "IN_PROGRESS" | "SUCCESS" | "FAILURE" | "STOPPED"
  type: "Patterns"
  /** Unix seconds: the moment of the shown result */
  base_time: number
  /** Percent */
  progress: number
  /** Position in the queue, 1 is the next; only while it waits */
  queue_position?: number
  /** Empty before the first results, partial while the query is IN_PROGRESS */
  results: PatternsResults | NoResults
  params: PatternsParams
  /** Id of a user */
  owner_id: number
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
  /** Only with ?partial=true: whether events of `missing_shards` are missing from the results */
  partial?: boolean
  /** Only with ?partial=true: shards that did not answer; [] if the results are complete */
  missing_shards?: Array<{
    shard: number
    servers: Array<string>
  }>
  /** Only if there are such days: days (UTC, such as 2024-10-04) in the range whose events the results may lack, because the store cannot read parts of them */
  missing_days?: Array<string>
  /** Only if there are such days: number of archived days (UTC) in the range whose events the results leave out, because `with_archive` is false */
  archived_days?: number
  error?: {
    code: string
    detail: string
  }
  explain?: QueryExplanation
}

export type PatternsRequest = {
  type: "Patterns"
  params: PatternsParams
}

export type PatternsResults = {
  totals: {
    ts_from: number
    ts_to: number
    values: Array<{
      /** The message with <N> in place of digits, <hex> of hexadecimal runs and <id> of runs of letters and digits */
      pattern: string
      /** Occurrences */
      count: number
      /** Occurrences in the time before, with compare_before */
      count_before?: number
      /** Whether it did not occur in the time before */
      is_new?: boolean
      /** Occurrences by period, with with_subperiods */
      counts?: Array<number>
      /** Conditions that find the messages of the pattern */
      filter: Array<Condition | ConditionGroup>
      /** The newest message; absent from partial results */
      example?: string
      /** The worst severity; absent from partial results */
      severity?: number
      /** Unix seconds, in the range; absent from partial results */
      first_seen?: number
      /** Unix seconds, in the range; absent from partial results */
      last_seen?: number
      /** The most frequent programs, at most three; absent from partial results */
      programs?: Array<{
        name: string
        count: number
      }>
    }>
    /** Distinct patterns in the range */
    cardinality: number
    /** Occurrences of all messages */
    count: number
    /** Occurrences of messages that have no pattern */
    without_template: number
    /** Patterns that did not occur in the time before */
    new_patterns?: number
    /** The time before, and the occurrences of all messages in it */
    before?: {
      ts_from: number
      ts_to: number
      count: number
    }
  }
  /** The periods, with with_subperiods */
  details?: Array<{
    ts_from: number
    ts_to: number
    total_count: number
  }>
}

/** You do not have permission to perform this action. */
export type PermissionDeniedError = {
  /** One sentence for people; may change */
  detail: string
  code: "permission_denied"
}

/** Any members, at most 64 KiB of JSON */
export type Preferences = Record<string, unknown>

export type ProcessingStatsParams = {
  time_range?: {
    /** Unix seconds; 0: now; negative: relative to now */
    ts_from?: number
    /** As `ts_from`, exclusive; default: now */
    ts_to?: number
    /** Seconds a period */
    step?: number
    /** last_<n>_<unit>, last_<unit>, today or yesterday, instead of timestamps */
    preset?: string
    /** IANA name */
    timezone?: string
    /** No longer used; accepted and ignored */
    round_to_step?: unknown
    /** No longer used; accepted and ignored */
    periods?: unknown
  }
  /** Also reads days that were moved to the archive, which takes longer. Without an archive it has no effect */
  with_archive?: boolean
  /** A relative range is resolved once and does not move */
  freeze_time?: boolean
}

export type ProcessingStatsQuery = {
  /** null for validate_only */
  query_id: string | null
  status: "PENDING" | "IN_PROGRESS" | "SUCCESS" | "FAILURE" | "STOPPED"
  type: "ProcessingStats"
  /** Unix seconds: the moment of the shown result */
  base_time: number
  /** Percent */
  progress: number
  /** Position in the queue, 1 is the next; only while it waits */
  queue_position?: number
  /** Empty before the first results, partial while the query is IN_PROGRESS */
  results: ProcessingStatsResults | NoResults
  params: ProcessingStatsParams
  /** Id of a user */
  owner_id: number
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
  /** Only with ?partial=true: whether events of `missing_shards` are missing from the results */
  partial?: boolean
  /** Only with ?partial=true: shards that did not answer; [] if the results are complete */
  missing_shards?: Array<{
    shard: number
    servers: Array<string>
  }>
  /** Only if there are such days: days (UTC, such as 2024-10-04) in the range whose events the results may lack, because the store cannot read parts of them */
  missing_days?: Array<string>
  /** Only if there are such days: number of archived days (UTC) in the range whose events the results leave out, because `with_archive` is false */
  archived_days?: number
  error?: {
    code: string
    detail: string
  }
  explain?: QueryExplanation
}

export type ProcessingStatsRequest = {
  type: "ProcessingStats"
  params: ProcessingStatsParams
}

export type ProcessingStatsResults = {
  totals: {
    /** Received as the first occurrence of an event */
    new: number
    /** Received as a further occurrence of an event */
    duplicates: number
    /** Received with a time too far in the past, and dropped */
    oot: number
    /** new, duplicates and oot */
    total: number
    ts_from: number
    ts_to: number
  }
  details: Array<{
    /** Received as the first occurrence of an event */
    new: number
    /** Received as a further occurrence of an event */
    duplicates: number
    /** Received with a time too far in the past, and dropped */
    oot: number
    ts_from: number
    ts_to: number
  }>
}

export type QueryExplanation = {
  /** Unix seconds */
  computed_at: number
  /** Only new data was computed, because earlier results were available */
  refresh: boolean
  /** How the filter uses messages: not at all, through templates and the word index, or by reading them */
  messages: "unread" | "index" | "scanned"
  /** Approximate rows of the range */
  rows_in_range?: number
  slices?: {
    /** Slices of the range that were computed */
    computed: number
    /** Cached slices that were still valid */
    kept: number
  }
  counts?: {
    /** Tiles of counts from memory */
    from_memory: number
    /** Spans that were counted, because memory did not have their tiles */
    counted: number
  }
  /** Only for answers that include archived days */
  archive?: {
    /** Archived days of the range */
    days: number
    /** Bytes of their files */
    bytes: number
  }
  engine?: {
    /** Statements */
    statements: number
    /** Sum over all statements, milliseconds */
    time: number
    read?: {
      /** Statements covered by these numbers, at most sixteen */
      statements: number
      /** Maximum rows that they read, by the indexes of the table */
      rows: number
      /** Uncompressed bytes of their columns in these rows */
      bytes: number
    }
  }
  phases?: {
    /** Waiting for its turns at the store, milliseconds */
    waiting: number
    /** Computing slices, milliseconds */
    slices: number
    /** Making results: pages of events, breakdowns, milliseconds */
    results: number
    /** From the start to the results, milliseconds */
    total: number
  }
}

/** The query needed more memory than allowed; narrow its range or filter. */
export type QueryMemoryError = {
  /** One sentence for people; may change */
  detail: string
  code: "query_memory"
}

/** The event store stopped twice while it computed this query; it is not tried again for an hour. */
export type QueryQuarantinedError = {
  /** One sentence for people; may change */
  detail: string
  code: "query_quarantined"
}

export type QueryRequest = SearchRequest | TopNRequest | LastNRequest | EventRateRequest | PatternsRequest | FieldStatsRequest | StatsRequest | ChangesRequest | StorageStatsRequest | ProcessingStatsRequest | TasksRequest | NotificationsRequest | System_CPURequest | System_MemoryRequest | System_DFRequest | System_IOPSRequest | System_NetworkRequest | System_NetworkErrorsRequest

/** The message search expression could not be read. */
export type QuerySyntaxError = {
  /** One sentence for people; may change */
  detail: string
  /** Index of the first unexpected character, from 0 */
  position: number
  /** What was expected there */
  expected: string
  code: "query_syntax"
}

/** The query took longer than allowed and was ended. */
export type QueryTimeoutError = {
  /** One sentence for people; may change */
  detail: string
  code: "query_timeout"
}

/** The file has no such part. */
export type RangeNotSatisfiableError = {
  /** One sentence for people; may change */
  detail: string
  code: "range_not_satisfiable"
}

/** Results past the 1,000,000th cannot be paged to; narrow the query. */
export type RangeTooDeepError = {
  /** One sentence for people; may change */
  detail: string
  code: "range_too_deep"
}

export type ReportSchedule = {
  id: number
  title: string
  /** xslx is another name of xlsx; a dashboard as csv or json is a zip of one file a widget */
  format: "csv" | "json" | "xlsx" | "xslx" | "docx" | "pdf"
  /** The query of the report; null: it is of a dashboard */
  query: QueryRequest | null
  /** The dashboard of the report, with all its widgets; null: it is of a query */
  dashboard_id: number | null
  /** Replaces the range of the query, or of every widget; null: not replaced */
  time_range: {
    /** Unix seconds; 0: now; negative: relative to now */
    ts_from?: number
    /** As `ts_from`, exclusive; default: now */
    ts_to?: number
    /** Seconds a period */
    step?: number
    /** last_<n>_<unit>, last_<unit>, today or yesterday, instead of timestamps */
    preset?: string
    /** IANA name */
    timezone?: string
    /** No longer used; accepted and ignored */
    round_to_step?: unknown
    /** No longer used; accepted and ignored */
    periods?: unknown
  } | null
  /** IANA name; applies to ranges without a zone, times in the document and the schedule */
  timezone: string
  /** Addresses */
  emails: Array<string>
  /** A link replaces a file that is too large for an attachment */
  deliver: "attachment" | "link"
  /** c: by `cron`, a: `adhoc` (once, now), t: at a `timestamp` */
  schedule_type: "c" | "a" | "t"
  /** Only the member that `schedule_type` names */
  schedule: {
    cron?: Cron
    adhoc?: true
    /** ISO 8601 (of the time zone of the schedule, when it has no offset), or Unix seconds */
    timestamp?: string | number
  }
  /** Whether the schedule is enabled */
  is_active: boolean
  /** Days that its reports are kept */
  retention: number
  /** Unix seconds; null: not yet */
  last_run_at: number | null
  /** Unix seconds; null: never */
  next_run_at: number | null
  /** The newest report that still exists */
  last_report: {
    id: number
    status: "PENDING" | "IN_PROGRESS" | "SUCCESS" | "FAILURE"
    /** Unix seconds */
    created_at: number
    /** Unix seconds; null: not yet */
    finished_at: number | null
    error: {
      code: string
      detail: string
    } | null
  } | null
  owner: {
    id: number
    username: string
    fullname: string
  }
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
}

export type ReportScheduleDraft = {
  title: string
  /** xslx is another name of xlsx; a dashboard as csv or json is a zip of one file a widget */
  format: "csv" | "json" | "xlsx" | "xslx" | "docx" | "pdf"
  /** The query of the report; null: it is of a dashboard */
  query?: QueryRequest | null
  /** The dashboard of the report, with all its widgets; null: it is of a query */
  dashboard_id?: number | null
  /** Replaces the range of the query, or of every widget; null: not replaced */
  time_range?: {
    /** Unix seconds; 0: now; negative: relative to now */
    ts_from?: number
    /** As `ts_from`, exclusive; default: now */
    ts_to?: number
    /** Seconds a period */
    step?: number
    /** last_<n>_<unit>, last_<unit>, today or yesterday, instead of timestamps */
    preset?: string
    /** IANA name */
    timezone?: string
    /** No longer used; accepted and ignored */
    round_to_step?: unknown
    /** No longer used; accepted and ignored */
    periods?: unknown
  } | null
  /** IANA name; applies to ranges without a zone, times in the document and the schedule */
  timezone?: string
  /** Addresses */
  emails?: Array<string>
  /** A link replaces a file that is too large for an attachment */
  deliver?: "attachment" | "link"
  /** c: by `cron`, a: `adhoc` (once, now), t: at a `timestamp` */
  schedule_type: "c" | "a" | "t"
  /** Only the member that `schedule_type` names */
  schedule: {
    cron?: Cron
    adhoc?: true
    /** ISO 8601 (of the time zone of the schedule, when it has no offset), or Unix seconds */
    timestamp?: string | number
  }
  /** Whether the schedule is enabled */
  is_active?: boolean
  /** Days that its reports are kept */
  retention?: number
}

export type ReportSchedulePatch = {
  title?: string
  /** xslx is another name of xlsx; a dashboard as csv or json is a zip of one file a widget */
  format?: "csv" | "json" | "xlsx" | "xslx" | "docx" | "pdf"
  /** The query of the report; null: it is of a dashboard */
  query?: QueryRequest | null
  /** The dashboard of the report, with all its widgets; null: it is of a query */
  dashboard_id?: number | null
  /** Replaces the range of the query, or of every widget; null: not replaced */
  time_range?: {
    /** Unix seconds; 0: now; negative: relative to now */
    ts_from?: number
    /** As `ts_from`, exclusive; default: now */
    ts_to?: number
    /** Seconds a period */
    step?: number
    /** last_<n>_<unit>, last_<unit>, today or yesterday, instead of timestamps */
    preset?: string
    /** IANA name */
    timezone?: string
    /** No longer used; accepted and ignored */
    round_to_step?: unknown
    /** No longer used; accepted and ignored */
    periods?: unknown
  } | null
  /** IANA name; applies to ranges without a zone, times in the document and the schedule */
  timezone?: string
  /** Addresses */
  emails?: Array<string>
  /** A link replaces a file that is too large for an attachment */
  deliver?: "attachment" | "link"
  /** c: by `cron`, a: `adhoc` (once, now), t: at a `timestamp` */
  schedule_type?: "c" | "a" | "t"
  /** Only the member that `schedule_type` names */
  schedule?: {
    cron?: Cron
    adhoc?: true
    /** ISO 8601 (of the time zone of the schedule, when it has no offset), or Unix seconds */
    timestamp?: string | number
  }
  /** Whether the schedule is enabled */
  is_active?: boolean
  /** Days that its reports are kept */
  retention?: number
}

/** The request did not arrive in time. */
export type RequestTimeoutError = {
  /** One sentence for people; may change */
  detail: string
  code: "request_timeout"
}

/** Retention of events */
export type Retention = {
  /** Days that ended longer ago are dropped */
  days: number
  /** On disk: the oldest days are dropped while events take more; 0: no limit */
  bytes: number
  /** Days by the name of a retention class, of events that rules gave one */
  classes: Record<string, number>
  /** Classes that active rules set, without days of their own: kept like other events */
  unset_classes: Array<string>
  /** MILLRACE_RETENTION_DAYS */
  default_days: number
  /** MILLRACE_RETENTION_BYTES */
  default_bytes: number
  /** MILLRACE_RETENTION_CLASSES */
  default_classes: Record<string, number>
  /** Days (UTC, such as 2026-01-31) with events that exceed this retention and that no legal hold keeps. The first of them are dropped in an hour, then two an hour. null: the store cannot tell at the moment */
  due_days: Array<string> | null
  /** null: the defaults were never changed */
  changed_at: number | null
  /** Username at that time */
  changed_by: string | null
}

export type RetentionPatch = {
  /** null: as MILLRACE_RETENTION_DAYS says */
  days?: number | null
  /** 0: no limit; null: as MILLRACE_RETENTION_BYTES says */
  bytes?: number | null
  /** The complete list, by name; null: as MILLRACE_RETENTION_CLASSES says */
  classes?: Record<string, number> | null
}

export type RuleFault = {
  /** Number of the rule, from 1; 0: the fault is not in a single rule */
  rule: number
  /** Path of the member; empty for the whole rule or file */
  member: string
  message: string
  /** Line of the text; absent if the rules were not sent as text */
  line?: number
}

export type RuleFile = {
  /** Files are applied in the order of their names */
  name: string
  /** folder: a file in MILLRACE_RULES_DIR; api: created through this interface */
  source: "folder" | "api"
  is_enabled: boolean
  status: "active" | "disabled" | "refused"
  rule_count: number
  first_match_only: boolean
  hc_tags: Array<string>
  /** Matches of all its rules since they were loaded */
  matched: number
  /** Why the file is refused; none of its rules is active */
  errors: Array<RuleFault>
  /** Warnings about incorrect content whose meaning is clear; absent if there are none. For a text, only in the answer to its request */
  warnings?: Array<RuleFault>
  /** Content as the client sent it; null for an unreadable file */
  content: unknown
  /** The text as sent, with its comments; YAML if `content` was sent; empty for an unreadable file */
  text: string
  rules: Array<RuleRecord>
}

export type RuleFileDraft = {
  /** Files are applied in the order of their names */
  name: string
  /** rewrite_rules, first_match_only, hc_tags, pre_match: see docs/rules.md */
  content?: Record<string, unknown>
  /** The content as text, YAML or JSON, instead of `content` */
  text?: string
  is_enabled?: boolean
}

export type RuleFilePatch = {
  /** Files are applied in the order of their names */
  name?: string
  /** rewrite_rules, first_match_only, hc_tags, pre_match: see docs/rules.md */
  content?: Record<string, unknown>
  /** The content as text, YAML or JSON, instead of `content` */
  text?: string
  is_enabled?: boolean
}

export type RuleFileSummary = {
  /** Files are applied in the order of their names */
  name: string
  /** folder: a file in MILLRACE_RULES_DIR; api: created through this interface */
  source: "folder" | "api"
  is_enabled: boolean
  status: "active" | "disabled" | "refused"
  rule_count: number
  first_match_only: boolean
  hc_tags: Array<string>
  /** Matches of all its rules since they were loaded */
  matched: number
  /** Why the file is refused; none of its rules is active */
  errors: Array<RuleFault>
  /** Warnings about incorrect content whose meaning is clear; absent if there are none. For a text, only in the answer to its request */
  warnings?: Array<RuleFault>
}

export type RuleOutcome = {
  dropped: boolean
  event: {
    host: string
    program: string
    message: string
    cisco_mnemonic: string
    severity: number
    facility: number
    status: number
    user_tags: Record<string, string>
    /** Retention class; `default` without one */
    retention: string
  }
  /** Rules that matched, in order */
  matched: Array<{
    file: string
    rule: number
    comment: string
  }>
}

export type RuleRecord = {
  rule: number
  comment: string
  /** Matching events */
  matched: number
  /** Events tested against it; the index excludes all others */
  tried: number
  /** Mean time of a test in microseconds, from one test in 64 */
  micros: number | null
  /** How often it failed on an event */
  errors: number
  /** Empty: no error */
  last_error: string
  /** More than 5 errors within an hour; disabled until the rules are loaded again */
  disabled: boolean
  /** The index cannot exclude it, so every event is tested */
  unindexed: boolean
}

export type RuleTrial = {
  events: Array<unknown>
  /** rewrite_rules, first_match_only, hc_tags, pre_match: see docs/rules.md */
  content?: Record<string, unknown>
  /** The content as text, YAML or JSON, instead of `content` */
  text?: string
  /** Name of the given file; it is then applied in its position among the active files, not alone */
  name?: string
  /** Name of the active file that the given one replaces, if it differs */
  replaces?: string
}

export type RuleValidation = {
  /** rewrite_rules, first_match_only, hc_tags, pre_match: see docs/rules.md */
  content?: Record<string, unknown>
  /** The content as text, YAML or JSON, instead of `content` */
  text?: string
}

export type SavedSearch = {
  id: number
  owner: {
    id: number
    username: string
    fullname: string
  }
  title: string
  description: string
  /** Members of the params of a Search: `{"type": "Search", "params": …}` is the query */
  params: {
    /** Conditions */
    filter?: Array<unknown>
    sort?: unknown
    /** A TimeRange */
    time_range?: Record<string, unknown>
    with_archive?: boolean
  }
  /** Columns of the table of events, in order; if empty, the columns that the reader has chosen */
  columns: Array<{
    field: string
    /** CSS pixels */
    width?: number
  }>
  /** All users who may search can read it */
  is_public: boolean
  /** Whether the caller has starred it */
  starred: boolean
  /** Whether the caller may not change it */
  read_only: boolean
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
  /** Unix seconds: when the caller last used it; null: never */
  last_used_at: number | null
}

export type SavedSearchDraft = {
  title: string
  description?: string
  /** Members of the params of a Search: `{"type": "Search", "params": …}` is the query */
  params?: {
    /** Conditions */
    filter?: Array<unknown>
    sort?: unknown
    /** A TimeRange */
    time_range?: Record<string, unknown>
    with_archive?: boolean
  }
  /** Columns of the table of events, in order; if empty, the columns that the reader has chosen */
  columns?: Array<{
    field: string
    /** CSS pixels */
    width?: number
  }>
  /** All users who may search can read it */
  is_public?: boolean
}

export type SavedSearchExport = {
  title: string
  description: string
  /** Members of the params of a Search: `{"type": "Search", "params": …}` is the query */
  params: {
    /** Conditions */
    filter?: Array<unknown>
    sort?: unknown
    /** A TimeRange */
    time_range?: Record<string, unknown>
    with_archive?: boolean
  }
  /** Columns of the table of events, in order; if empty, the columns that the reader has chosen */
  columns: Array<{
    field: string
    /** CSS pixels */
    width?: number
  }>
  /** All users who may search can read it */
  is_public: boolean
}

export type SavedSearchPatch = {
  title?: string
  description?: string
  /** Members of the params of a Search: `{"type": "Search", "params": …}` is the query */
  params?: {
    /** Conditions */
    filter?: Array<unknown>
    sort?: unknown
    /** A TimeRange */
    time_range?: Record<string, unknown>
    with_archive?: boolean
  }
  /** Columns of the table of events, in order; if empty, the columns that the reader has chosen */
  columns?: Array<{
    field: string
    /** CSS pixels */
    width?: number
  }>
  /** All users who may search can read it */
  is_public?: boolean
}

export type SearchParams = {
  time_range?: {
    /** Unix seconds; 0: now; negative: relative to now */
    ts_from?: number
    /** As `ts_from`, exclusive; default: now */
    ts_to?: number
    /** Seconds a period */
    step?: number
    /** last_<n>_<unit>, last_<unit>, today or yesterday, instead of timestamps */
    preset?: string
    /** IANA name */
    timezone?: string
    /** No longer used; accepted and ignored */
    round_to_step?: unknown
    /** No longer used; accepted and ignored */
    periods?: unknown
  }
  /** Also reads days that were moved to the archive, which takes longer. Without an archive it has no effect */
  with_archive?: boolean
  /** A relative range is resolved once and does not move */
  freeze_time?: boolean
  filter?: Array<Condition | ConditionGroup>
  sort?: string | Array<string>
  page?: number
  page_size?: number
  /** Alias of page_size */
  limit?: number
  /** Number of events to skip before the first page */
  offset?: number
}

export type SearchQuery = {
  /** null for validate_only */
  query_id: string | null
  status: "PENDING" | "IN_PROGRESS" | "SUCCESS" | "FAILURE" | "STOPPED"
  type: "Search"
  /** Unix seconds: the moment of the shown result */
  base_time: number
  /** Percent */
  progress: number
  /** Position in the queue, 1 is the next; only while it waits */
  queue_position?: number
  /** Empty before the first results, partial while the query is IN_PROGRESS */
  results: SearchResults | NoResults
  params: SearchParams
  /** Id of a user */
  owner_id: number
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
  /** Only with ?partial=true: whether events of `missing_shards` are missing from the results */
  partial?: boolean
  /** Only with ?partial=true: shards that did not answer; [] if the results are complete */
  missing_shards?: Array<{
    shard: number
    servers: Array<string>
  }>
  /** Only if there are such days: days (UTC, such as 2024-10-04) in the range whose events the results may lack, because the store cannot read parts of them */
  missing_days?: Array<string>
  /** Only if there are such days: number of archived days (UTC) in the range whose events the results leave out, because `with_archive` is false */
  archived_days?: number
  error?: {
    code: string
    detail: string
  }
  explain?: QueryExplanation
}

export type SearchRequest = {
  type: "Search"
  params: SearchParams
}

export type SearchResults = {
  totals: {
    ts_from: number
    ts_to: number
    /** Events with an occurrence in the range */
    count: number
    /** Occurrences inside the range */
    occurrences: number
    /** The same as `count`; only if paging cannot reach all of these events */
    total_count?: number
    approximate?: true
    bound?: string
  }
  events: {
    /** From 1 */
    page_number: number
    page_size: number
    /** Events before the first page */
    offset: number
    page_count: number
    /** Events that paging can reach */
    item_count: number
    /** The events of the page */
    objects: Array<EventRecord>
  }
}

/** State of each part of the service, and what to do */
export type ServiceHealth = {
  /** The worst state of its parts */
  state: "ok" | "warning" | "failed"
  /** `nodes` is present if several services share the metadata, `forwarding` if there are forwarders, `archive` with MILLRACE_ARCHIVE */
  parts: Array<{
    name: "ingest" | "spool" | "engine" | "queries" | "disk" | "metadata" | "clock" | "nodes" | "forwarding" | "archive"
    state: "ok" | "warning" | "failed"
    /** A sentence about its state */
    says: string
    /** A sentence about what to do; null if it is ok */
    advice: string | null
  }>
}

export type Session = {
  id: number
  /** Unix seconds */
  created_at: number
  /** Unix seconds; equals the start if the session has not been used since */
  last_used_at: number
  /** Unix seconds */
  expires_at: number
  /** Address from which it was started; empty for sessions of earlier versions */
  address: string
  /** The User-Agent that started it, truncated; empty when there was none */
  agent: string
  /** The session of this request */
  current: boolean
}

export type ShortReport = {
  id: number
  title: string
  status: "PENDING" | "IN_PROGRESS" | "SUCCESS" | "FAILURE"
  /** Percent */
  progress: number
  /** xslx is another name of xlsx; a dashboard as csv or json is a zip of one file a widget */
  format: "csv" | "json" | "xlsx" | "xslx" | "docx" | "pdf"
  /** null: no file */
  file_name: string | null
  /** Bytes */
  file_size: number | null
  /** null: the report of a dashboard */
  query_type: string | null
  /** null: the report of a query */
  dashboard_id: number | null
  /** null: not made by a schedule */
  schedule_id: number | null
  /** Unix seconds: the planned time of its schedule */
  planned_at: number | null
  /** The time range as requested */
  time_range: {
    /** Unix seconds; 0: now; negative: relative to now */
    ts_from?: number
    /** As `ts_from`, exclusive; default: now */
    ts_to?: number
    /** Seconds a period */
    step?: number
    /** last_<n>_<unit>, last_<unit>, today or yesterday, instead of timestamps */
    preset?: string
    /** IANA name */
    timezone?: string
    /** No longer used; accepted and ignored */
    round_to_step?: unknown
    /** No longer used; accepted and ignored */
    periods?: unknown
  } | null
  timezone: string
  owner: {
    id: number
    username: string
    fullname: string
  }
  /** Unix seconds */
  created_at: number
  /** Unix seconds; null: not yet */
  finished_at: number | null
  /** Unix seconds: when it is removed */
  expires_at: number | null
  /** The reason of a FAILURE */
  error: {
    code: string
    detail: string
  } | null
  /** All rows, if the document holds fewer */
  rows_capped_from: number | null
  /** SHA-256 of its data */
  data_hash: string | null
  /** null: not mailed */
  mail: {
    /** waiting: for the report, or for the next attempt */
    status: "waiting" | "sent" | "failed"
    emails: Array<string>
    tries: number
    /** Error of the last attempt */
    error: string | null
  } | null
  /** The queries of the report; only if it is finished, and not in lists */
  parts?: Array<{
    title: string
    type: string
    /** With the resolved range */
    params: Record<string, unknown>
    /** Unix seconds, inclusive */
    ts_from: number | null
    /** Unix seconds, exclusive */
    ts_to: number | null
    error?: {
      code: string
      detail: string
    }
  }>
}

export type SignInMethods = {
  /** POST /api/login takes a username and a password */
  password: boolean
  /** An OpenID Connect provider; null: none is set up */
  oidc: {
    /** Display name of the provider */
    name: string
    /** Address at which a browser starts signing in; `return_to` is the path to return to */
    url: string
  } | null
}

export type Silence = {
  id: number
  owner: {
    id: number
    username: string
    fullname: string
  }
  name: string
  comment: string
  /** Events whose actions are held back; an empty list: all */
  filter: Array<GivenCondition | GivenConditionGroup>
  /** Ids of triggers; an empty list: all triggers that the owner may change */
  trigger_ids: Array<number>
  /** Unix seconds */
  starts_at: number
  /** Unix seconds, exclusive */
  ends_at: number
  /** Whether it is active now */
  is_active: boolean
  /** Whether the caller may not change it */
  read_only: boolean
  /** Number of actions that it suppressed; null for readers who see only some hosts and do not own it */
  suppressed_count: number | null
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
}

export type SilenceDraft = {
  name: string
  comment?: string
  /** Events whose actions are held back; an empty list: all */
  filter?: Array<GivenCondition | GivenConditionGroup>
  /** Ids of triggers; an empty list: all triggers that the owner may change */
  trigger_ids?: Array<number>
  /** Unix seconds */
  starts_at?: number
  /** Unix seconds, exclusive */
  ends_at: number
}

export type SilencePatch = {
  name?: string
  comment?: string
  /** Events whose actions are held back; an empty list: all */
  filter?: Array<GivenCondition | GivenConditionGroup>
  /** Ids of triggers; an empty list: all triggers that the owner may change */
  trigger_ids?: Array<number>
  /** Unix seconds */
  starts_at?: number
  /** Unix seconds, exclusive */
  ends_at?: number
}

export type SnmpForwarding = {
  host: string
  /** Default: 162 */
  port?: number
  version: "v2c" | "v3"
  /** Never returned; absent in a change: not changed */
  community?: string
  user?: string
  auth_protocol?: "none" | "sha" | "sha256" | "sha512"
  /** Never returned; absent in a change: not changed */
  auth_password?: string
  priv_protocol?: "none" | "aes" | "aes256"
  /** Never returned; absent in a change: not changed */
  priv_password?: string
  /** Default: millraceEventForwarded of docs/MILLRACE-MIB.txt */
  trap_oid?: string
  /** Object identifiers by field of the event; a tag is tag.NAME. Default: the objects of docs/MILLRACE-MIB.txt */
  oid_map?: Record<string, string>
}

export type SnmpTarget = {
  host: string
  /** Default: 162 */
  port?: number
  version: "v2c" | "v3"
  /** Never returned; absent in a change: not changed */
  community?: string
  user?: string
  auth_protocol?: "none" | "sha" | "sha256" | "sha512"
  /** Never returned; absent in a change: not changed */
  auth_password?: string
  priv_protocol?: "none" | "aes" | "aes256"
  /** Never returned; absent in a change: not changed */
  priv_password?: string
}

export type SourceHost = {
  host: string
  /** `quiet`: silent for more than twice its usual time. `gone`: quiet for a week. `new`: first seen within the last day */
  state: "active" | "quiet" | "gone" | "new"
  /** Unix seconds of its first event since hosts have been tracked */
  first_at: number
  /** Unix seconds of the last event, by the time of receipt */
  last_at: number
  silent_seconds: number
  /** Seconds: its longest silence, leaving out the day of the very longest. null while too little is known */
  usual_silence: number | null
  /** Number of events since it has been tracked */
  events: number
  /** Constant delay of its events in seconds, which suggests a wrong clock or time zone; null: no constant delay */
  clock_delay: number | null
  /** Mark of a user on its silence, which then causes no warning */
  mark: "acknowledged" | "ignored" | null
  marked_by: string | null
}

export type SourceHostMark = {
  host: string
  /** null removes the mark */
  mark: "acknowledged" | "ignored" | null
}

/** An answer of the HTTP Event Collector */
export type SplunkAnswer = {
  text: string
  /** Code of the HTTP Event Collector */
  code: number
  /** Index of the first invalid event, from 0; the events before it are stored */
  "invalid-event-number"?: number
}

export type SplunkHecTarget = {
  url: string
  /** Never returned; absent in a change: not changed; empty: removed */
  token?: string
  index?: string
  source?: string
  /** Default: the program of the event */
  sourcetype?: string
  /** The token must have indexer acknowledgement enabled. Default: false */
  acknowledge?: boolean
  /** Default: true */
  verify_tls?: boolean
  /** PEM */
  ca?: string
}

/** The SQL statement could not be read, or asks for what is not permitted. */
export type SqlRefusedError = {
  /** One sentence for people; may change */
  detail: string
  code: "sql_refused"
}

export type SqlRequest = {
  /** One SELECT from `events`: docs/sql.md */
  sql: string
  time_range?: TimeRange
}

export type SqlResult = {
  columns: Array<{
    name: string
    /** Type in ClickHouse, such as `UInt64` */
    type: string
  }>
  /** Values in the order of the columns */
  rows: Array<Array<unknown>>
  /** Start of the time range, Unix seconds */
  ts_from: number
  /** End of the time range, exclusive */
  ts_to: number
}

export type StarBody = {
  starred: boolean
}

/** The service is starting or stopping. */
export type StartingError = {
  /** One sentence for people; may change */
  detail: string
  code: "starting"
}

export type StatsParams = {
  time_range?: {
    /** Unix seconds; 0: now; negative: relative to now */
    ts_from?: number
    /** As `ts_from`, exclusive; default: now */
    ts_to?: number
    /** Seconds a period */
    step?: number
    /** last_<n>_<unit>, last_<unit>, today or yesterday, instead of timestamps */
    preset?: string
    /** IANA name */
    timezone?: string
    /** No longer used; accepted and ignored */
    round_to_step?: unknown
    /** No longer used; accepted and ignored */
    periods?: unknown
  }
  /** Also reads days that were moved to the archive, which takes longer. Without an archive it has no effect */
  with_archive?: boolean
  /** A relative range is resolved once and does not move */
  freeze_time?: boolean
  filter?: Array<Condition | ConditionGroup>
  /** Groups are in the order of the first */
  functions?: Array<"count" | "distinct" | "sum" | "avg" | "min" | "max" | "p50" | "p75" | "p90" | "p95" | "p99">
  /** Field of the values; needed by all functions but count */
  field?: string
  group_by?: Array<string>
  limit?: number
  ascending?: boolean
  /** Leaves out groups with an empty value */
  ignore_empty?: boolean
  with_subperiods?: boolean
}

export type StatsQuery = {
  /** null for validate_only */
  query_id: string | null
  status: "PENDING" | "IN_PROGRESS" | "SUCCESS" | "FAILURE" | "STOPPED"
  type: "Stats"
  /** Unix seconds: the moment of the shown result */
  base_time: number
  /** Percent */
  progress: number
  /** Position in the queue, 1 is the next; only while it waits */
  queue_position?: number
  /** Empty before the first results, partial while the query is IN_PROGRESS */
  results: StatsResults | NoResults
  params: StatsParams
  /** Id of a user */
  owner_id: number
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
  /** Only with ?partial=true: whether events of `missing_shards` are missing from the results */
  partial?: boolean
  /** Only with ?partial=true: shards that did not answer; [] if the results are complete */
  missing_shards?: Array<{
    shard: number
    servers: Array<string>
  }>
  /** Only if there are such days: days (UTC, such as 2024-10-04) in the range whose events the results may lack, because the store cannot read parts of them */
  missing_days?: Array<string>
  /** Only if there are such days: number of archived days (UTC) in the range whose events the results leave out, because `with_archive` is false */
  archived_days?: number
  error?: {
    code: string
    detail: string
  }
  explain?: QueryExplanation
}

export type StatsRequest = {
  type: "Stats"
  params: StatsParams
}

export type StatsResults = {
  totals: {
    ts_from: number
    ts_to: number
    /** Number of groups, including groups beyond the limit */
    groups: number
    /** At most `limit` groups, in order */
    values: Array<{
      /** A value for each field of group_by: a number for severity, facility and status */
      group: Array<string | number>
      values: {
        count?: number | null
        distinct?: number | null
        sum?: number | null
        avg?: number | null
        min?: number | null
        max?: number | null
        p50?: number | null
        p75?: number | null
        p90?: number | null
        p95?: number | null
        p99?: number | null
      }
    }>
    approximate?: true
    bound?: string
  }
  details?: Array<{
    ts_from: number
    ts_to: number
    values: Array<{
      /** A value for each field of group_by: a number for severity, facility and status */
      group: Array<string | number>
      values: {
        count?: number | null
        distinct?: number | null
        sum?: number | null
        avg?: number | null
        min?: number | null
        max?: number | null
        p50?: number | null
        p75?: number | null
        p90?: number | null
        p95?: number | null
        p99?: number | null
      }
    }>
  }>
}

export type StopQuery = {
  /** Search, TopN, LastN, EventRate, Patterns, FieldStats, Stats, Changes, StorageStats, ProcessingStats, Tasks, Notifications, System_CPU, System_Memory, System_DF, System_IOPS, System_Network, System_NetworkErrors */
  type?: string
  params?: Record<string, unknown>
}

/** Events in this range are damaged on disk; other ranges can be read. */
export type StorageDamagedError = {
  /** One sentence for people; may change */
  detail: string
  code: "storage_damaged"
}

export type StorageStatsParams = {
  time_range?: {
    /** Unix seconds; 0: now; negative: relative to now */
    ts_from?: number
    /** As `ts_from`, exclusive; default: now */
    ts_to?: number
    /** Seconds a period */
    step?: number
    /** last_<n>_<unit>, last_<unit>, today or yesterday, instead of timestamps */
    preset?: string
    /** IANA name */
    timezone?: string
    /** No longer used; accepted and ignored */
    round_to_step?: unknown
    /** No longer used; accepted and ignored */
    periods?: unknown
  }
  /** Also reads days that were moved to the archive, which takes longer. Without an archive it has no effect */
  with_archive?: boolean
  /** A relative range is resolved once and does not move */
  freeze_time?: boolean
}

export type StorageStatsQuery = {
  /** null for validate_only */
  query_id: string | null
  status: "PENDING" | "IN_PROGRESS" | "SUCCESS" | "FAILURE" | "STOPPED"
  type: "StorageStats"
  /** Unix seconds: the moment of the shown result */
  base_time: number
  /** Percent */
  progress: number
  /** Position in the queue, 1 is the next; only while it waits */
  queue_position?: number
  /** Empty before the first results, partial while the query is IN_PROGRESS */
  results: StorageStatsResults | NoResults
  params: StorageStatsParams
  /** Id of a user */
  owner_id: number
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
  /** Only with ?partial=true: whether events of `missing_shards` are missing from the results */
  partial?: boolean
  /** Only with ?partial=true: shards that did not answer; [] if the results are complete */
  missing_shards?: Array<{
    shard: number
    servers: Array<string>
  }>
  /** Only if there are such days: days (UTC, such as 2024-10-04) in the range whose events the results may lack, because the store cannot read parts of them */
  missing_days?: Array<string>
  /** Only if there are such days: number of archived days (UTC) in the range whose events the results leave out, because `with_archive` is false */
  archived_days?: number
  error?: {
    code: string
    detail: string
  }
  explain?: QueryExplanation
}

export type StorageStatsRequest = {
  type: "StorageStats"
  params: StorageStatsParams
}

export type StorageStatsResults = {
  /** Counts by event time, over all whole hours that overlap the range */
  totals: {
    /** First occurrences */
    new: number
    /** Further occurrences of the same events */
    duplicates: number
    /** All occurrences: new and duplicates */
    total: number
    ts_from: number
    ts_to: number
  }
  /** All events ever stored, including deleted ones */
  all_time: {
    /** First occurrences */
    new: number
    /** Further occurrences of the same events */
    duplicates: number
    /** All occurrences: new and duplicates */
    total: number
  }
}

/** The event store does not answer at the moment. */
export type StorageUnavailableError = {
  /** One sentence for people; may change */
  detail: string
  code: "storage_unavailable"
}

/** Rows and bytes of events by day, what is kept, and the disks */
export type StoredSpace = {
  rows: number
  /** Space on disk of all days */
  bytes: number
  retention: {
    /** Older days are dropped */
    days: number
    /** The oldest days are dropped while all days take more space; 0: no limit */
    bytes: number
    /** Days by the name of a retention class; absent if there are none */
    classes?: Record<string, number>
  }
  /** Disks that could never be measured are absent */
  disks: Array<{
    /** `data_folder`, and `events` where these are on servers: the fullest disk there */
    name: string
    /** Size without the space that is reserved for the system */
    total: number
    /** Free space, measured within the last minute */
    free: number
    /** At least `warning` while the disk cannot be measured */
    level: "ok" | "warning" | "critical"
    /** Unix seconds since when a disk has not been measurable; the other members are then older values. null: all can be measured */
    unknown_since: number | null
  }>
  /** Oldest first; days without events are absent */
  days: Array<{
    /** UTC date, such as 2026-01-31 */
    day: string
    /** Rows of the table: one for each event, and one for each second in which it repeated */
    rows: number
    /** Space on disk with indexes, of one replica */
    bytes: number
    /** Number of legal holds that keep the day although the retention would drop it */
    holds: number
    /** Names of these legal holds; empty for readers without `manage_retention` */
    held_by: Array<string>
    /** The log has announced that the retention will soon drop the day */
    is_announced: boolean
  }>
}

export type SyslogTarget = {
  host: string
  port: number
  /** Default: tcp */
  transport?: "udp" | "tcp" | "tls"
  /** rfc5424 (default) carries tags and the id of the event; bsd is RFC 3164, in UTC */
  protocol?: "rfc5424" | "bsd"
  /** RFC 6587, over tcp and tls: octet_count (default) keeps line breaks of messages; newline replaces them by spaces */
  framing?: "octet_count" | "newline"
  /** Default: true */
  verify_tls?: boolean
  /** PEM */
  ca?: string
  /** PEM */
  certificate?: string
  /** Never returned; absent in a change: not changed; empty: removed */
  key?: string
}

export type System_CPUParams = {
  time_range?: {
    /** Unix seconds; 0: now; negative: relative to now */
    ts_from?: number
    /** As `ts_from`, exclusive; default: now */
    ts_to?: number
    /** Seconds a period */
    step?: number
    /** last_<n>_<unit>, last_<unit>, today or yesterday, instead of timestamps */
    preset?: string
    /** IANA name */
    timezone?: string
    /** No longer used; accepted and ignored */
    round_to_step?: unknown
    /** No longer used; accepted and ignored */
    periods?: unknown
  }
  /** Also reads days that were moved to the archive, which takes longer. Without an archive it has no effect */
  with_archive?: boolean
  /** A relative range is resolved once and does not move */
  freeze_time?: boolean
  /** Accepted and ignored: the figures are always about the host of the service */
  host?: string
  /** Name of a node, for figures of its machine; default: averages over all nodes */
  node?: string
  /** A number from 0, or totals (also cpu-total) for all CPUs together, each with 100 percent */
  cpu?: number | string
}

export type System_CPUQuery = {
  /** null for validate_only */
  query_id: string | null
  status: "PENDING" | "IN_PROGRESS" | "SUCCESS" | "FAILURE" | "STOPPED"
  type: "System_CPU"
  /** Unix seconds: the moment of the shown result */
  base_time: number
  /** Percent */
  progress: number
  /** Position in the queue, 1 is the next; only while it waits */
  queue_position?: number
  /** Empty before the first results, partial while the query is IN_PROGRESS */
  results: System_CPUResults | NoResults
  params: System_CPUParams
  /** Id of a user */
  owner_id: number
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
  /** Only with ?partial=true: whether events of `missing_shards` are missing from the results */
  partial?: boolean
  /** Only with ?partial=true: shards that did not answer; [] if the results are complete */
  missing_shards?: Array<{
    shard: number
    servers: Array<string>
  }>
  /** Only if there are such days: days (UTC, such as 2024-10-04) in the range whose events the results may lack, because the store cannot read parts of them */
  missing_days?: Array<string>
  /** Only if there are such days: number of archived days (UTC) in the range whose events the results leave out, because `with_archive` is false */
  archived_days?: number
  error?: {
    code: string
    detail: string
  }
  explain?: QueryExplanation
}

export type System_CPURequest = {
  type: "System_CPU"
  params: System_CPUParams
}

export type System_CPUResults = {
  totals: {
    usage_user: {
      /** Periods with a known value */
      count: number
      sum: number
      min: number | null
      max: number | null
      avg: number | null
      last: number | null
      /** Start of the last period with a known value */
      last_ts: number | null
    }
    usage_nice: {
      /** Periods with a known value */
      count: number
      sum: number
      min: number | null
      max: number | null
      avg: number | null
      last: number | null
      /** Start of the last period with a known value */
      last_ts: number | null
    }
    usage_system: {
      /** Periods with a known value */
      count: number
      sum: number
      min: number | null
      max: number | null
      avg: number | null
      last: number | null
      /** Start of the last period with a known value */
      last_ts: number | null
    }
    usage_irq: {
      /** Periods with a known value */
      count: number
      sum: number
      min: number | null
      max: number | null
      avg: number | null
      last: number | null
      /** Start of the last period with a known value */
      last_ts: number | null
    }
    usage_softirq: {
      /** Periods with a known value */
      count: number
      sum: number
      min: number | null
      max: number | null
      avg: number | null
      last: number | null
      /** Start of the last period with a known value */
      last_ts: number | null
    }
    usage_iowait: {
      /** Periods with a known value */
      count: number
      sum: number
      min: number | null
      max: number | null
      avg: number | null
      last: number | null
      /** Start of the last period with a known value */
      last_ts: number | null
    }
    usage_steal: {
      /** Periods with a known value */
      count: number
      sum: number
      min: number | null
      max: number | null
      avg: number | null
      last: number | null
      /** Start of the last period with a known value */
      last_ts: number | null
    }
    usage_idle: {
      /** Periods with a known value */
      count: number
      sum: number
      min: number | null
      max: number | null
      avg: number | null
      last: number | null
      /** Start of the last period with a known value */
      last_ts: number | null
    }
  }
  details: Array<{
    ts_from: number
    ts_to: number
    usage_user: number
    usage_nice: number
    usage_system: number
    usage_irq: number
    usage_softirq: number
    usage_iowait: number
    usage_steal: number
    usage_idle: number
  }>
}

export type System_DFParams = {
  time_range?: {
    /** Unix seconds; 0: now; negative: relative to now */
    ts_from?: number
    /** As `ts_from`, exclusive; default: now */
    ts_to?: number
    /** Seconds a period */
    step?: number
    /** last_<n>_<unit>, last_<unit>, today or yesterday, instead of timestamps */
    preset?: string
    /** IANA name */
    timezone?: string
    /** No longer used; accepted and ignored */
    round_to_step?: unknown
    /** No longer used; accepted and ignored */
    periods?: unknown
  }
  /** Also reads days that were moved to the archive, which takes longer. Without an archive it has no effect */
  with_archive?: boolean
  /** A relative range is resolved once and does not move */
  freeze_time?: boolean
  /** Accepted and ignored: the figures are always about the host of the service */
  host?: string
  /** Name of a node, for figures of its machine; default: averages over all nodes */
  node?: string
  fs?: string
}

export type System_DFQuery = {
  /** null for validate_only */
  query_id: string | null
  status: "PENDING" | "IN_PROGRESS" | "SUCCESS" | "FAILURE" | "STOPPED"
  type: "System_DF"
  /** Unix seconds: the moment of the shown result */
  base_time: number
  /** Percent */
  progress: number
  /** Position in the queue, 1 is the next; only while it waits */
  queue_position?: number
  /** Empty before the first results, partial while the query is IN_PROGRESS */
  results: System_DFResults | NoResults
  params: System_DFParams
  /** Id of a user */
  owner_id: number
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
  /** Only with ?partial=true: whether events of `missing_shards` are missing from the results */
  partial?: boolean
  /** Only with ?partial=true: shards that did not answer; [] if the results are complete */
  missing_shards?: Array<{
    shard: number
    servers: Array<string>
  }>
  /** Only if there are such days: days (UTC, such as 2024-10-04) in the range whose events the results may lack, because the store cannot read parts of them */
  missing_days?: Array<string>
  /** Only if there are such days: number of archived days (UTC) in the range whose events the results leave out, because `with_archive` is false */
  archived_days?: number
  error?: {
    code: string
    detail: string
  }
  explain?: QueryExplanation
}

export type System_DFRequest = {
  type: "System_DF"
  params: System_DFParams
}

export type System_DFResults = {
  totals: {
    used: {
      /** Periods with a known value */
      count: number
      sum: number
      min: number | null
      max: number | null
      avg: number | null
      last: number | null
      /** Start of the last period with a known value */
      last_ts: number | null
    }
    reserved: {
      /** Periods with a known value */
      count: number
      sum: number
      min: number | null
      max: number | null
      avg: number | null
      last: number | null
      /** Start of the last period with a known value */
      last_ts: number | null
    }
    free: {
      /** Periods with a known value */
      count: number
      sum: number
      min: number | null
      max: number | null
      avg: number | null
      last: number | null
      /** Start of the last period with a known value */
      last_ts: number | null
    }
  }
  details: Array<{
    ts_from: number
    ts_to: number
    used: number
    reserved: number
    free: number
  }>
}

export type System_IOPSParams = {
  time_range?: {
    /** Unix seconds; 0: now; negative: relative to now */
    ts_from?: number
    /** As `ts_from`, exclusive; default: now */
    ts_to?: number
    /** Seconds a period */
    step?: number
    /** last_<n>_<unit>, last_<unit>, today or yesterday, instead of timestamps */
    preset?: string
    /** IANA name */
    timezone?: string
    /** No longer used; accepted and ignored */
    round_to_step?: unknown
    /** No longer used; accepted and ignored */
    periods?: unknown
  }
  /** Also reads days that were moved to the archive, which takes longer. Without an archive it has no effect */
  with_archive?: boolean
  /** A relative range is resolved once and does not move */
  freeze_time?: boolean
  /** Accepted and ignored: the figures are always about the host of the service */
  host?: string
  /** Name of a node, for figures of its machine; default: averages over all nodes */
  node?: string
  /** A disk, or totals for all disks together */
  disk?: string
}

export type System_IOPSQuery = {
  /** null for validate_only */
  query_id: string | null
  status: "PENDING" | "IN_PROGRESS" | "SUCCESS" | "FAILURE" | "STOPPED"
  type: "System_IOPS"
  /** Unix seconds: the moment of the shown result */
  base_time: number
  /** Percent */
  progress: number
  /** Position in the queue, 1 is the next; only while it waits */
  queue_position?: number
  /** Empty before the first results, partial while the query is IN_PROGRESS */
  results: System_IOPSResults | NoResults
  params: System_IOPSParams
  /** Id of a user */
  owner_id: number
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
  /** Only with ?partial=true: whether events of `missing_shards` are missing from the results */
  partial?: boolean
  /** Only with ?partial=true: shards that did not answer; [] if the results are complete */
  missing_shards?: Array<{
    shard: number
    servers: Array<string>
  }>
  /** Only if there are such days: days (UTC, such as 2024-10-04) in the range whose events the results may lack, because the store cannot read parts of them */
  missing_days?: Array<string>
  /** Only if there are such days: number of archived days (UTC) in the range whose events the results leave out, because `with_archive` is false */
  archived_days?: number
  error?: {
    code: string
    detail: string
  }
  explain?: QueryExplanation
}

export type System_IOPSRequest = {
  type: "System_IOPS"
  params: System_IOPSParams
}

export type System_IOPSResults = {
  totals: {
    reads: {
      /** Periods with a known value */
      count: number
      sum: number
      min: number | null
      max: number | null
      avg: number | null
      last: number | null
      /** Start of the last period with a known value */
      last_ts: number | null
    }
    writes: {
      /** Periods with a known value */
      count: number
      sum: number
      min: number | null
      max: number | null
      avg: number | null
      last: number | null
      /** Start of the last period with a known value */
      last_ts: number | null
    }
  }
  details: Array<{
    ts_from: number
    ts_to: number
    reads: number
    writes: number
  }>
}

export type System_MemoryParams = {
  time_range?: {
    /** Unix seconds; 0: now; negative: relative to now */
    ts_from?: number
    /** As `ts_from`, exclusive; default: now */
    ts_to?: number
    /** Seconds a period */
    step?: number
    /** last_<n>_<unit>, last_<unit>, today or yesterday, instead of timestamps */
    preset?: string
    /** IANA name */
    timezone?: string
    /** No longer used; accepted and ignored */
    round_to_step?: unknown
    /** No longer used; accepted and ignored */
    periods?: unknown
  }
  /** Also reads days that were moved to the archive, which takes longer. Without an archive it has no effect */
  with_archive?: boolean
  /** A relative range is resolved once and does not move */
  freeze_time?: boolean
  /** Accepted and ignored: the figures are always about the host of the service */
  host?: string
  /** Name of a node, for figures of its machine; default: averages over all nodes */
  node?: string
}

export type System_MemoryQuery = {
  /** null for validate_only */
  query_id: string | null
  status: "PENDING" | "IN_PROGRESS" | "SUCCESS" | "FAILURE" | "STOPPED"
  type: "System_Memory"
  /** Unix seconds: the moment of the shown result */
  base_time: number
  /** Percent */
  progress: number
  /** Position in the queue, 1 is the next; only while it waits */
  queue_position?: number
  /** Empty before the first results, partial while the query is IN_PROGRESS */
  results: System_MemoryResults | NoResults
  params: System_MemoryParams
  /** Id of a user */
  owner_id: number
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
  /** Only with ?partial=true: whether events of `missing_shards` are missing from the results */
  partial?: boolean
  /** Only with ?partial=true: shards that did not answer; [] if the results are complete */
  missing_shards?: Array<{
    shard: number
    servers: Array<string>
  }>
  /** Only if there are such days: days (UTC, such as 2024-10-04) in the range whose events the results may lack, because the store cannot read parts of them */
  missing_days?: Array<string>
  /** Only if there are such days: number of archived days (UTC) in the range whose events the results leave out, because `with_archive` is false */
  archived_days?: number
  error?: {
    code: string
    detail: string
  }
  explain?: QueryExplanation
}

export type System_MemoryRequest = {
  type: "System_Memory"
  params: System_MemoryParams
}

export type System_MemoryResults = {
  totals: {
    used: {
      /** Periods with a known value */
      count: number
      sum: number
      min: number | null
      max: number | null
      avg: number | null
      last: number | null
      /** Start of the last period with a known value */
      last_ts: number | null
    }
    buffered: {
      /** Periods with a known value */
      count: number
      sum: number
      min: number | null
      max: number | null
      avg: number | null
      last: number | null
      /** Start of the last period with a known value */
      last_ts: number | null
    }
    cached: {
      /** Periods with a known value */
      count: number
      sum: number
      min: number | null
      max: number | null
      avg: number | null
      last: number | null
      /** Start of the last period with a known value */
      last_ts: number | null
    }
    free: {
      /** Periods with a known value */
      count: number
      sum: number
      min: number | null
      max: number | null
      avg: number | null
      last: number | null
      /** Start of the last period with a known value */
      last_ts: number | null
    }
  }
  details: Array<{
    ts_from: number
    ts_to: number
    used: number
    buffered: number
    cached: number
    free: number
  }>
}

export type System_NetworkErrorsParams = {
  time_range?: {
    /** Unix seconds; 0: now; negative: relative to now */
    ts_from?: number
    /** As `ts_from`, exclusive; default: now */
    ts_to?: number
    /** Seconds a period */
    step?: number
    /** last_<n>_<unit>, last_<unit>, today or yesterday, instead of timestamps */
    preset?: string
    /** IANA name */
    timezone?: string
    /** No longer used; accepted and ignored */
    round_to_step?: unknown
    /** No longer used; accepted and ignored */
    periods?: unknown
  }
  /** Also reads days that were moved to the archive, which takes longer. Without an archive it has no effect */
  with_archive?: boolean
  /** A relative range is resolved once and does not move */
  freeze_time?: boolean
  /** Accepted and ignored: the figures are always about the host of the service */
  host?: string
  /** Name of a node, for figures of its machine; default: averages over all nodes */
  node?: string
  /** An interface, or totals for all except lo */
  interface?: string
}

export type System_NetworkErrorsQuery = {
  /** null for validate_only */
  query_id: string | null
  status: "PENDING" | "IN_PROGRESS" | "SUCCESS" | "FAILURE" | "STOPPED"
  type: "System_NetworkErrors"
  /** Unix seconds: the moment of the shown result */
  base_time: number
  /** Percent */
  progress: number
  /** Position in the queue, 1 is the next; only while it waits */
  queue_position?: number
  /** Empty before the first results, partial while the query is IN_PROGRESS */
  results: System_NetworkErrorsResults | NoResults
  params: System_NetworkErrorsParams
  /** Id of a user */
  owner_id: number
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
  /** Only with ?partial=true: whether events of `missing_shards` are missing from the results */
  partial?: boolean
  /** Only with ?partial=true: shards that did not answer; [] if the results are complete */
  missing_shards?: Array<{
    shard: number
    servers: Array<string>
  }>
  /** Only if there are such days: days (UTC, such as 2024-10-04) in the range whose events the results may lack, because the store cannot read parts of them */
  missing_days?: Array<string>
  /** Only if there are such days: number of archived days (UTC) in the range whose events the results leave out, because `with_archive` is false */
  archived_days?: number
  error?: {
    code: string
    detail: string
  }
  explain?: QueryExplanation
}

export type System_NetworkErrorsRequest = {
  type: "System_NetworkErrors"
  params: System_NetworkErrorsParams
}

export type System_NetworkErrorsResults = {
  totals: {
    drop_in: {
      /** Periods with a known value */
      count: number
      sum: number
      min: number | null
      max: number | null
      avg: number | null
      last: number | null
      /** Start of the last period with a known value */
      last_ts: number | null
    }
    drop_out: {
      /** Periods with a known value */
      count: number
      sum: number
      min: number | null
      max: number | null
      avg: number | null
      last: number | null
      /** Start of the last period with a known value */
      last_ts: number | null
    }
    err_in: {
      /** Periods with a known value */
      count: number
      sum: number
      min: number | null
      max: number | null
      avg: number | null
      last: number | null
      /** Start of the last period with a known value */
      last_ts: number | null
    }
    err_out: {
      /** Periods with a known value */
      count: number
      sum: number
      min: number | null
      max: number | null
      avg: number | null
      last: number | null
      /** Start of the last period with a known value */
      last_ts: number | null
    }
  }
  details: Array<{
    ts_from: number
    ts_to: number
    drop_in: number
    drop_out: number
    err_in: number
    err_out: number
  }>
}

export type System_NetworkParams = {
  time_range?: {
    /** Unix seconds; 0: now; negative: relative to now */
    ts_from?: number
    /** As `ts_from`, exclusive; default: now */
    ts_to?: number
    /** Seconds a period */
    step?: number
    /** last_<n>_<unit>, last_<unit>, today or yesterday, instead of timestamps */
    preset?: string
    /** IANA name */
    timezone?: string
    /** No longer used; accepted and ignored */
    round_to_step?: unknown
    /** No longer used; accepted and ignored */
    periods?: unknown
  }
  /** Also reads days that were moved to the archive, which takes longer. Without an archive it has no effect */
  with_archive?: boolean
  /** A relative range is resolved once and does not move */
  freeze_time?: boolean
  /** Accepted and ignored: the figures are always about the host of the service */
  host?: string
  /** Name of a node, for figures of its machine; default: averages over all nodes */
  node?: string
  /** An interface, or totals for all except lo */
  interface?: string
}

export type System_NetworkQuery = {
  /** null for validate_only */
  query_id: string | null
  status: "PENDING" | "IN_PROGRESS" | "SUCCESS" | "FAILURE" | "STOPPED"
  type: "System_Network"
  /** Unix seconds: the moment of the shown result */
  base_time: number
  /** Percent */
  progress: number
  /** Position in the queue, 1 is the next; only while it waits */
  queue_position?: number
  /** Empty before the first results, partial while the query is IN_PROGRESS */
  results: System_NetworkResults | NoResults
  params: System_NetworkParams
  /** Id of a user */
  owner_id: number
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
  /** Only with ?partial=true: whether events of `missing_shards` are missing from the results */
  partial?: boolean
  /** Only with ?partial=true: shards that did not answer; [] if the results are complete */
  missing_shards?: Array<{
    shard: number
    servers: Array<string>
  }>
  /** Only if there are such days: days (UTC, such as 2024-10-04) in the range whose events the results may lack, because the store cannot read parts of them */
  missing_days?: Array<string>
  /** Only if there are such days: number of archived days (UTC) in the range whose events the results leave out, because `with_archive` is false */
  archived_days?: number
  error?: {
    code: string
    detail: string
  }
  explain?: QueryExplanation
}

export type System_NetworkRequest = {
  type: "System_Network"
  params: System_NetworkParams
}

export type System_NetworkResults = {
  totals: {
    "if_packets.tx": {
      /** Periods with a known value */
      count: number
      sum: number
      min: number | null
      max: number | null
      avg: number | null
      last: number | null
      /** Start of the last period with a known value */
      last_ts: number | null
    }
    "if_packets.rx": {
      /** Periods with a known value */
      count: number
      sum: number
      min: number | null
      max: number | null
      avg: number | null
      last: number | null
      /** Start of the last period with a known value */
      last_ts: number | null
    }
    "if_octets.tx": {
      /** Periods with a known value */
      count: number
      sum: number
      min: number | null
      max: number | null
      avg: number | null
      last: number | null
      /** Start of the last period with a known value */
      last_ts: number | null
    }
    "if_octets.rx": {
      /** Periods with a known value */
      count: number
      sum: number
      min: number | null
      max: number | null
      avg: number | null
      last: number | null
      /** Start of the last period with a known value */
      last_ts: number | null
    }
    "if_errors.tx": {
      /** Periods with a known value */
      count: number
      sum: number
      min: number | null
      max: number | null
      avg: number | null
      last: number | null
      /** Start of the last period with a known value */
      last_ts: number | null
    }
    "if_errors.rx": {
      /** Periods with a known value */
      count: number
      sum: number
      min: number | null
      max: number | null
      avg: number | null
      last: number | null
      /** Start of the last period with a known value */
      last_ts: number | null
    }
  }
  details: Array<{
    ts_from: number
    ts_to: number
    "if_packets.tx": number
    "if_packets.rx": number
    "if_octets.tx": number
    "if_octets.rx": number
    "if_errors.tx": number
    "if_errors.rx": number
  }>
}

export type TagList = {
  /** Start of the searched range, Unix seconds */
  ts_from: number
  /** End of the searched range, exclusive */
  ts_to: number
  /** Occurrences of all events */
  count: number
  /** Occurrences whose tags were counted. Fewer than `count` if only a sample was counted: `count` of a tag is then an estimate, 0 for tags missing from the sample */
  sampled: number
  /** Number of all names; more than are listed if the limit was reached */
  total: number
  /** Most frequent first */
  list: Array<{
    /** Name for filters: `ut_<name>` if a field has the same name */
    name: string
    /** Occurrences with a value */
    count: number
    /** Distinct values, in the sample if there is one */
    values: number
    /** Whether the 20 most frequent values are all plain decimal numbers */
    numeric: boolean
  }>
}

export type Task = {
  id: number
  title: string
  description: string
  /** Unix seconds */
  due: number | null
  status: "new" | "in_progress" | "resolved" | "closed"
  /** Id of a user; null: unassigned */
  assigned_to: number | null
  /** `_id` of the event of the task; an empty text means null, since forms cannot send null */
  event_id: string | null
  /** The status is new or in_progress */
  is_open: boolean
  is_closed: boolean
  /** The task is open and was due before now */
  is_overdue: boolean
  owner: {
    id: number
    username: string
    fullname: string
  }
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
}

export type TaskDraft = {
  title: string
  description?: string
  /** Unix seconds */
  due?: number | null
  status?: "new" | "in_progress" | "resolved" | "closed"
  /** Id of a user; null: unassigned */
  assigned_to?: number | null
  /** `_id` of the event of the task; an empty text means null, since forms cannot send null */
  event_id?: string | null
}

export type TaskPatch = {
  title?: string
  description?: string
  /** Unix seconds */
  due?: number | null
  status?: "new" | "in_progress" | "resolved" | "closed"
  /** Id of a user; null: unassigned */
  assigned_to?: number | null
  /** `_id` of the event of the task; an empty text means null, since forms cannot send null */
  event_id?: string | null
}

export type TaskTemplate = {
  /** Default: the name of the trigger and the host */
  title?: string
  /** Default: the message */
  description?: string
  /** Id of a user */
  assigned_to?: number | null
  /** Seconds */
  due_after?: number | null
}

export type TasksParams = {
  time_range?: {
    /** Unix seconds; 0: now; negative: relative to now */
    ts_from?: number
    /** As `ts_from`, exclusive; default: now */
    ts_to?: number
    /** Seconds a period */
    step?: number
    /** last_<n>_<unit>, last_<unit>, today or yesterday, instead of timestamps */
    preset?: string
    /** IANA name */
    timezone?: string
    /** No longer used; accepted and ignored */
    round_to_step?: unknown
    /** No longer used; accepted and ignored */
    periods?: unknown
  }
  /** Also reads days that were moved to the archive, which takes longer. Without an archive it has no effect */
  with_archive?: boolean
  /** A relative range is resolved once and does not move */
  freeze_time?: boolean
  /** all: every task that the reader may see */
  target?: "assigned_to_me" | "all"
  is_overdue?: boolean
  is_open?: boolean
  /** User ids, any of them; an empty list: unassigned tasks */
  assigned_to?: Array<number>
  sort?: string | Array<string>
}

export type TasksQuery = {
  /** null for validate_only */
  query_id: string | null
  status: "PENDING" | "IN_PROGRESS" | "SUCCESS" | "FAILURE" | "STOPPED"
  type: "Tasks"
  /** Unix seconds: the moment of the shown result */
  base_time: number
  /** Percent */
  progress: number
  /** Position in the queue, 1 is the next; only while it waits */
  queue_position?: number
  /** Empty before the first results, partial while the query is IN_PROGRESS */
  results: TasksResults | NoResults
  params: TasksParams
  /** Id of a user */
  owner_id: number
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
  /** Only with ?partial=true: whether events of `missing_shards` are missing from the results */
  partial?: boolean
  /** Only with ?partial=true: shards that did not answer; [] if the results are complete */
  missing_shards?: Array<{
    shard: number
    servers: Array<string>
  }>
  /** Only if there are such days: days (UTC, such as 2024-10-04) in the range whose events the results may lack, because the store cannot read parts of them */
  missing_days?: Array<string>
  /** Only if there are such days: number of archived days (UTC) in the range whose events the results leave out, because `with_archive` is false */
  archived_days?: number
  error?: {
    code: string
    detail: string
  }
  explain?: QueryExplanation
}

export type TasksRequest = {
  type: "Tasks"
  params: TasksParams
}

export type TasksResults = Array<Task>

/** Request was throttled. */
export type ThrottledError = {
  /** One sentence for people; may change */
  detail: string
  code: "throttled"
}

/** Events that the statement sees; the last hour when absent */
export type TimeRange = {
  /** Unix seconds; 0: now; negative: relative to now */
  ts_from?: number
  /** As `ts_from`, exclusive; default: now */
  ts_to?: number
  /** Seconds a period */
  step?: number
  /** last_<n>_<unit>, last_<unit>, today or yesterday, instead of timestamps */
  preset?: string
  /** IANA name */
  timezone?: string
  /** No longer used; accepted and ignored */
  round_to_step?: unknown
  /** No longer used; accepted and ignored */
  periods?: unknown
}

export type TopNParams = {
  time_range?: {
    /** Unix seconds; 0: now; negative: relative to now */
    ts_from?: number
    /** As `ts_from`, exclusive; default: now */
    ts_to?: number
    /** Seconds a period */
    step?: number
    /** last_<n>_<unit>, last_<unit>, today or yesterday, instead of timestamps */
    preset?: string
    /** IANA name */
    timezone?: string
    /** No longer used; accepted and ignored */
    round_to_step?: unknown
    /** No longer used; accepted and ignored */
    periods?: unknown
  }
  /** Also reads days that were moved to the archive, which takes longer. Without an archive it has no effect */
  with_archive?: boolean
  /** A relative range is resolved once and does not move */
  freeze_time?: boolean
  filter?: Array<Condition | ConditionGroup>
  field?: string
  limit?: number
  with_subperiods?: boolean
  top_periods?: boolean
  show_other?: boolean
  ignore_empty?: boolean
  subfields?: Array<string>
  subfields_limit?: number
}

export type TopNQuery = {
  /** null for validate_only */
  query_id: string | null
  status: "PENDING" | "IN_PROGRESS" | "SUCCESS" | "FAILURE" | "STOPPED"
  type: "TopN"
  /** Unix seconds: the moment of the shown result */
  base_time: number
  /** Percent */
  progress: number
  /** Position in the queue, 1 is the next; only while it waits */
  queue_position?: number
  /** Empty before the first results, partial while the query is IN_PROGRESS */
  results: TopNResults | NoResults
  params: TopNParams
  /** Id of a user */
  owner_id: number
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
  /** Only with ?partial=true: whether events of `missing_shards` are missing from the results */
  partial?: boolean
  /** Only with ?partial=true: shards that did not answer; [] if the results are complete */
  missing_shards?: Array<{
    shard: number
    servers: Array<string>
  }>
  /** Only if there are such days: days (UTC, such as 2024-10-04) in the range whose events the results may lack, because the store cannot read parts of them */
  missing_days?: Array<string>
  /** Only if there are such days: number of archived days (UTC) in the range whose events the results leave out, because `with_archive` is false */
  archived_days?: number
  error?: {
    code: string
    detail: string
  }
  explain?: QueryExplanation
}

export type TopNRequest = {
  type: "TopN"
  params: TopNParams
}

export type TopNResults = {
  totals: {
    ts_from: number
    ts_to: number
    values: Array<{
      name: string | number
      /** Occurrences */
      count: number
      /** By field of `subfields`: its most frequent values in the same events */
      subfields?: Record<string, Array<{
        name: string | number
        count: number
        geoip?: {
          country: string
          state: string
          city: string
        }
      }>>
      geoip?: {
        country: string
        state: string
        city: string
      }
    }>
    /** Distinct values in the range */
    cardinality: number
    /** Occurrences of all values, including values beyond the limit */
    count: number
    approximate?: true
    bound?: string
  }
  details?: Array<{
    ts_from: number
    ts_to: number
    values: Array<{
      name: string | number
      /** Occurrences */
      count: number
      /** By field of `subfields`: its most frequent values in the same events */
      subfields?: Record<string, Array<{
        name: string | number
        count: number
        geoip?: {
          country: string
          state: string
          city: string
        }
      }>>
      geoip?: {
        country: string
        state: string
        city: string
      }
    }>
    total_values: Array<{
      name: string | number
      /** Occurrences */
      count: number
      /** By field of `subfields`: its most frequent values in the same events */
      subfields?: Record<string, Array<{
        name: string | number
        count: number
        geoip?: {
          country: string
          state: string
          city: string
        }
      }>>
      geoip?: {
        country: string
        state: string
        city: string
      }
    }>
    total_count: number
  }>
  top_periods?: Array<{
    ts_from: number
    ts_to: number
    values: Array<{
      name: string | number
      /** Occurrences */
      count: number
      /** By field of `subfields`: its most frequent values in the same events */
      subfields?: Record<string, Array<{
        name: string | number
        count: number
        geoip?: {
          country: string
          state: string
          city: string
        }
      }>>
      geoip?: {
        country: string
        state: string
        city: string
      }
    }>
    total_count: number
  }>
}

export type Trigger = {
  id: number
  /** Incremented by each change */
  snapshot_id: number
  owner: {
    id: number
    username: string
    fullname: string
  }
  /** Position in the order of matching, from 1 */
  order: number | null
  name: string
  /** Conditions that must all hold; an empty list: every event */
  filter: Array<GivenCondition | GivenConditionGroup>
  /** Only its owner and holders of manage_triggers see it and its notifications */
  is_private: boolean
  issue_notification: boolean
  /** To actionable, or with `mark_actionable` false to non-actionable */
  mark_known: boolean
  mark_actionable: boolean
  send_email: boolean
  /** Header lines, an empty line, the text; empty: a mail with the event */
  send_email_template: string
  send_webhook: boolean
  send_webhook_method: "GET" | "POST"
  /** http or https; a template. Stored encrypted; users who may not change the trigger see the host of the URL only */
  send_webhook_url: string
  /** Template of a JSON body. Stored encrypted; users who may not change the trigger see the host of the URL only */
  send_webhook_template: string
  send_webhook_ssl_verify: boolean
  exec_script: boolean
  /** Name of a file in the scripts folder; of a path, as in files of other products, the last part */
  script_path: string
  add_note: boolean
  note_text: string
  snmp_trap: boolean
  is_active: boolean
  /** Unix seconds, by the time of receipt; null: from now on */
  active_since: number | null
  /** Unix seconds, by the time of receipt; null: without end */
  active_until: number | null
  /** null: always */
  active_hours: ActiveHours | null
  /** After a match, later triggers of the same owner do not see the event; triggers of all users if the owner holds manage_triggers */
  stop_flag: boolean
  /** first: an event matches once; each: its repeats match too */
  on_repeats: "first" | "each"
  /** null: each matching event */
  condition: TriggerCondition | null
  /** A field or user tag whose values have separate periods and notifications; null: no grouping */
  group_by: string | null
  /** Addresses and ids of users; empty: the owner */
  send_email_to: Array<string | number>
  /** Minimum seconds between two actions for the same key; the next action reports matches in between. Default: 60 */
  send_email_period: number
  /** template: the body as given; other formats define the body */
  send_webhook_format: "template" | "slack" | "teams" | "pagerduty" | "generic"
  /** Template of the query string of the URL. Stored encrypted; users who may not change the trigger see the host of the URL only */
  send_webhook_query: string
  /** Stored encrypted; shown only to users who may change the trigger */
  send_webhook_headers: Record<string, string>
  /** Minimum seconds between two actions for the same key; the next action reports matches in between. Default: 10 */
  send_webhook_period: number
  /** Minimum seconds between two actions for the same key; the next action reports matches in between. Default: 1 */
  exec_script_period: number
  /** null: MILLRACE_SNMP_TARGET */
  snmp: SnmpTarget | null
  create_task: boolean
  task_template: TaskTemplate | null
  /** Seconds for which a notification may stay unread before it is escalated; null: never */
  escalate_after: number | null
  /** Addresses and ids of users */
  escalate_to: Array<string | number>
  /** Whether the caller may not change it */
  read_only: boolean
  /** Whether an SNMP community or SNMP passwords are stored */
  has_snmp_secrets: boolean
  /** Number of matching events; null for readers who see only some hosts and do not own it */
  hits_count: number | null
  /** How often it fired; without a condition, once for each match; null if `hits_count` is null */
  fires_count: number | null
  /** Unix seconds; null: never, or where `hits_count` is null */
  last_matched: number | null
  /** Unix seconds; the last notification of hosts that the reader sees; null: never */
  last_issued: number | null
  /** Notifications of hosts that the reader may see */
  notifications_count: number
  /** Unread notifications of hosts that the reader may see */
  unread_count: number
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
}

export type TriggerClone = {
  name?: string
}

/** count: count, seconds, by (optional); distinct: field, count, seconds, by (optional); first_seen: field, days; absence: seconds, by (optional); pair: followed_by, seconds, expect, by (optional); rate: factor, seconds, days; new_template: nothing else */
export type TriggerCondition = {
  kind: "count" | "distinct" | "first_seen" | "absence" | "pair" | "rate" | "new_template"
  count?: number
  /** Seconds */
  seconds?: number
  days?: number
  /** Above 1: more than usual; below 1: less */
  factor?: number
  field?: string
  /** A field or user tag, such as host: each of its values is counted separately; null: all events together */
  by?: string | null
  /** Conditions of the second event */
  followed_by?: Array<GivenCondition | GivenConditionGroup>
  /** Whether the condition is met when the second event follows, or when it is missing */
  expect?: "follows" | "missing"
}

export type TriggerDraft = {
  name: string
  /** Conditions that must all hold; an empty list: every event */
  filter: Array<GivenCondition | GivenConditionGroup>
  /** Only its owner and holders of manage_triggers see it and its notifications */
  is_private?: boolean
  issue_notification?: boolean
  /** To actionable, or with `mark_actionable` false to non-actionable */
  mark_known?: boolean
  mark_actionable?: boolean
  send_email?: boolean
  /** Header lines, an empty line, the text; empty: a mail with the event */
  send_email_template?: string
  send_webhook?: boolean
  send_webhook_method?: "GET" | "POST"
  /** http or https; a template. Stored encrypted; users who may not change the trigger see the host of the URL only */
  send_webhook_url?: string
  /** Template of a JSON body. Stored encrypted; users who may not change the trigger see the host of the URL only */
  send_webhook_template?: string
  send_webhook_ssl_verify?: boolean
  exec_script?: boolean
  /** Name of a file in the scripts folder; of a path, as in files of other products, the last part */
  script_path?: string
  add_note?: boolean
  note_text?: string
  snmp_trap?: boolean
  is_active?: boolean
  /** Unix seconds, by the time of receipt; null: from now on */
  active_since?: number | null
  /** Unix seconds, by the time of receipt; null: without end */
  active_until?: number | null
  /** null: always */
  active_hours?: ActiveHours | null
  /** After a match, later triggers of the same owner do not see the event; triggers of all users if the owner holds manage_triggers */
  stop_flag?: boolean
  /** first: an event matches once; each: its repeats match too */
  on_repeats?: "first" | "each"
  /** null: each matching event */
  condition?: TriggerCondition | null
  /** A field or user tag whose values have separate periods and notifications; null: no grouping */
  group_by?: string | null
  /** Addresses and ids of users; empty: the owner */
  send_email_to?: Array<string | number>
  /** Minimum seconds between two actions for the same key; the next action reports matches in between. Default: 60 */
  send_email_period?: number
  /** template: the body as given; other formats define the body */
  send_webhook_format?: "template" | "slack" | "teams" | "pagerduty" | "generic"
  /** Template of the query string of the URL. Stored encrypted; users who may not change the trigger see the host of the URL only */
  send_webhook_query?: string
  /** Stored encrypted; shown only to users who may change the trigger */
  send_webhook_headers?: Record<string, string>
  /** Minimum seconds between two actions for the same key; the next action reports matches in between. Default: 10 */
  send_webhook_period?: number
  /** Minimum seconds between two actions for the same key; the next action reports matches in between. Default: 1 */
  exec_script_period?: number
  /** null: MILLRACE_SNMP_TARGET */
  snmp?: SnmpTarget | null
  create_task?: boolean
  task_template?: TaskTemplate | null
  /** Seconds for which a notification may stay unread before it is escalated; null: never */
  escalate_after?: number | null
  /** Addresses and ids of users */
  escalate_to?: Array<string | number>
}

export type TriggerDryRun = {
  /** Unix seconds */
  from: number
  /** Unix seconds, exclusive */
  to: number
  /** Number of matching events within the active hours. With `on_repeats` set to `each`, repeats count too */
  matches: number
  /** How often the trigger would have fired. Without a condition: the same as `matches` */
  fires: number
  /** How often each enabled action would have run, given its minimum period */
  actions: Array<{
    kind: "status" | "note" | "notification" | "email" | "webhook" | "script" | "snmp" | "task"
    count: number
  }>
  /** Seconds between two points of the series */
  step: number
  /** Matches and firings over time; `at`: Unix seconds of the start of a step */
  series: Array<{
    at: number
    matches: number
    fires: number
  }>
  /** The newest 100 firings of the condition, newest first; empty without a condition */
  firings: Array<{
    /** Unix seconds, by event time: when the condition came true */
    at: number
    /** Value of the field that the condition groups by; empty if it has no such field */
    key: string
    /** For a change: the new value. For a number of different values: the value that reached it. Otherwise empty */
    value: string
    /** Number of matches, or of different values; 0 for an absence */
    count: number
  }>
  /** The newest 10 matching events */
  samples: Array<EventRecord>
  /** The 10 hosts with the most matches */
  top_hosts: Array<{
    host: string
    count: number
  }>
  /** false: more values than a dry run can track, so counts are inexact */
  complete: boolean
  /** How the live trigger may differ from this dry run, as sentences */
  notes: Array<string>
  took_ms: number
}

export type TriggerDryRunRequest = {
  /** A trigger, which need not be stored or have a name */
  trigger?: {
    name?: string
    /** Conditions that must all hold; an empty list: every event */
    filter?: Array<GivenCondition | GivenConditionGroup>
    /** Only its owner and holders of manage_triggers see it and its notifications */
    is_private?: boolean
    issue_notification?: boolean
    /** To actionable, or with `mark_actionable` false to non-actionable */
    mark_known?: boolean
    mark_actionable?: boolean
    send_email?: boolean
    /** Header lines, an empty line, the text; empty: a mail with the event */
    send_email_template?: string
    send_webhook?: boolean
    send_webhook_method?: "GET" | "POST"
    /** http or https; a template. Stored encrypted; users who may not change the trigger see the host of the URL only */
    send_webhook_url?: string
    /** Template of a JSON body. Stored encrypted; users who may not change the trigger see the host of the URL only */
    send_webhook_template?: string
    send_webhook_ssl_verify?: boolean
    exec_script?: boolean
    /** Name of a file in the scripts folder; of a path, as in files of other products, the last part */
    script_path?: string
    add_note?: boolean
    note_text?: string
    snmp_trap?: boolean
    is_active?: boolean
    /** Unix seconds, by the time of receipt; null: from now on */
    active_since?: number | null
    /** Unix seconds, by the time of receipt; null: without end */
    active_until?: number | null
    /** null: always */
    active_hours?: ActiveHours | null
    /** After a match, later triggers of the same owner do not see the event; triggers of all users if the owner holds manage_triggers */
    stop_flag?: boolean
    /** first: an event matches once; each: its repeats match too */
    on_repeats?: "first" | "each"
    /** null: each matching event */
    condition?: TriggerCondition | null
    /** A field or user tag whose values have separate periods and notifications; null: no grouping */
    group_by?: string | null
    /** Addresses and ids of users; empty: the owner */
    send_email_to?: Array<string | number>
    /** Minimum seconds between two actions for the same key; the next action reports matches in between. Default: 60 */
    send_email_period?: number
    /** template: the body as given; other formats define the body */
    send_webhook_format?: "template" | "slack" | "teams" | "pagerduty" | "generic"
    /** Template of the query string of the URL. Stored encrypted; users who may not change the trigger see the host of the URL only */
    send_webhook_query?: string
    /** Stored encrypted; shown only to users who may change the trigger */
    send_webhook_headers?: Record<string, string>
    /** Minimum seconds between two actions for the same key; the next action reports matches in between. Default: 10 */
    send_webhook_period?: number
    /** Minimum seconds between two actions for the same key; the next action reports matches in between. Default: 1 */
    exec_script_period?: number
    /** null: MILLRACE_SNMP_TARGET */
    snmp?: SnmpTarget | null
    create_task?: boolean
    task_template?: TaskTemplate | null
    /** Seconds for which a notification may stay unread before it is escalated; null: never */
    escalate_after?: number | null
    /** Addresses and ids of users */
    escalate_to?: Array<string | number>
  }
  /** Id of a stored trigger, instead of `trigger` */
  trigger_id?: number
  /** Number of days until now. Default: 7 */
  days?: number
  time_range?: TimeRange
}

/** Imported content is exported unchanged, including members that this version does not know */
export type TriggerExport = {
  name: string
  /** Conditions that must all hold; an empty list: every event */
  filter: Array<GivenCondition | GivenConditionGroup>
  /** Only its owner and holders of manage_triggers see it and its notifications */
  is_private?: boolean
  issue_notification?: boolean
  /** To actionable, or with `mark_actionable` false to non-actionable */
  mark_known?: boolean
  mark_actionable?: boolean
  send_email?: boolean
  /** Header lines, an empty line, the text; empty: a mail with the event */
  send_email_template?: string
  send_webhook?: boolean
  send_webhook_method?: "GET" | "POST"
  /** http or https; a template. Stored encrypted; users who may not change the trigger see the host of the URL only */
  send_webhook_url?: string
  /** Template of a JSON body. Stored encrypted; users who may not change the trigger see the host of the URL only */
  send_webhook_template?: string
  send_webhook_ssl_verify?: boolean
  exec_script?: boolean
  /** Name of a file in the scripts folder; of a path, as in files of other products, the last part */
  script_path?: string
  add_note?: boolean
  note_text?: string
  snmp_trap?: boolean
  is_active?: boolean
  /** Unix seconds, by the time of receipt; null: from now on */
  active_since?: number | null
  /** Unix seconds, by the time of receipt; null: without end */
  active_until?: number | null
  /** null: always */
  active_hours?: ActiveHours | null
  /** After a match, later triggers of the same owner do not see the event; triggers of all users if the owner holds manage_triggers */
  stop_flag?: boolean
  /** first: an event matches once; each: its repeats match too */
  on_repeats?: "first" | "each"
  /** null: each matching event */
  condition?: TriggerCondition | null
  /** A field or user tag whose values have separate periods and notifications; null: no grouping */
  group_by?: string | null
  /** Addresses and ids of users; empty: the owner */
  send_email_to?: Array<string | number>
  /** Minimum seconds between two actions for the same key; the next action reports matches in between. Default: 60 */
  send_email_period?: number
  /** template: the body as given; other formats define the body */
  send_webhook_format?: "template" | "slack" | "teams" | "pagerduty" | "generic"
  /** Template of the query string of the URL. Stored encrypted; users who may not change the trigger see the host of the URL only */
  send_webhook_query?: string
  /** Stored encrypted; shown only to users who may change the trigger */
  send_webhook_headers?: Record<string, string>
  /** Minimum seconds between two actions for the same key; the next action reports matches in between. Default: 10 */
  send_webhook_period?: number
  /** Minimum seconds between two actions for the same key; the next action reports matches in between. Default: 1 */
  exec_script_period?: number
  /** null: MILLRACE_SNMP_TARGET */
  snmp?: SnmpTarget | null
  create_task?: boolean
  task_template?: TaskTemplate | null
  /** Seconds for which a notification may stay unread before it is escalated; null: never */
  escalate_after?: number | null
  /** Addresses and ids of users */
  escalate_to?: Array<string | number>
}

export type TriggerImport = {
  name: string
  /** duplicate: skipped, because an equal trigger with this name exists */
  result: "imported" | "duplicate"
  /** Id of the new trigger, or of the existing one */
  trigger_id: number
  /** Differences from the file: missing scripts, members without effect */
  notes: Array<string>
}

export type TriggerMove = {
  /** Id of a trigger */
  before?: number
  /** Id of a trigger */
  after?: number
  /** New position, from 1 */
  position?: number
}

export type TriggerPatch = {
  name?: string
  /** Conditions that must all hold; an empty list: every event */
  filter?: Array<GivenCondition | GivenConditionGroup>
  /** Only its owner and holders of manage_triggers see it and its notifications */
  is_private?: boolean
  issue_notification?: boolean
  /** To actionable, or with `mark_actionable` false to non-actionable */
  mark_known?: boolean
  mark_actionable?: boolean
  send_email?: boolean
  /** Header lines, an empty line, the text; empty: a mail with the event */
  send_email_template?: string
  send_webhook?: boolean
  send_webhook_method?: "GET" | "POST"
  /** http or https; a template. Stored encrypted; users who may not change the trigger see the host of the URL only */
  send_webhook_url?: string
  /** Template of a JSON body. Stored encrypted; users who may not change the trigger see the host of the URL only */
  send_webhook_template?: string
  send_webhook_ssl_verify?: boolean
  exec_script?: boolean
  /** Name of a file in the scripts folder; of a path, as in files of other products, the last part */
  script_path?: string
  add_note?: boolean
  note_text?: string
  snmp_trap?: boolean
  is_active?: boolean
  /** Unix seconds, by the time of receipt; null: from now on */
  active_since?: number | null
  /** Unix seconds, by the time of receipt; null: without end */
  active_until?: number | null
  /** null: always */
  active_hours?: ActiveHours | null
  /** After a match, later triggers of the same owner do not see the event; triggers of all users if the owner holds manage_triggers */
  stop_flag?: boolean
  /** first: an event matches once; each: its repeats match too */
  on_repeats?: "first" | "each"
  /** null: each matching event */
  condition?: TriggerCondition | null
  /** A field or user tag whose values have separate periods and notifications; null: no grouping */
  group_by?: string | null
  /** Addresses and ids of users; empty: the owner */
  send_email_to?: Array<string | number>
  /** Minimum seconds between two actions for the same key; the next action reports matches in between. Default: 60 */
  send_email_period?: number
  /** template: the body as given; other formats define the body */
  send_webhook_format?: "template" | "slack" | "teams" | "pagerduty" | "generic"
  /** Template of the query string of the URL. Stored encrypted; users who may not change the trigger see the host of the URL only */
  send_webhook_query?: string
  /** Stored encrypted; shown only to users who may change the trigger */
  send_webhook_headers?: Record<string, string>
  /** Minimum seconds between two actions for the same key; the next action reports matches in between. Default: 10 */
  send_webhook_period?: number
  /** Minimum seconds between two actions for the same key; the next action reports matches in between. Default: 1 */
  exec_script_period?: number
  /** null: MILLRACE_SNMP_TARGET */
  snmp?: SnmpTarget | null
  create_task?: boolean
  task_template?: TaskTemplate | null
  /** Seconds for which a notification may stay unread before it is escalated; null: never */
  escalate_after?: number | null
  /** Addresses and ids of users */
  escalate_to?: Array<string | number>
}

export type TriggerPreview = {
  actions: Array<{
    kind: "status" | "note" | "notification" | "email" | "webhook" | "script" | "snmp" | "task"
    /** Subject of a mail, method and URL of a webhook, title of a task */
    head: string
    /** Text of a mail, body of a webhook, description of a task, a note */
    text: string
    /** Why the action would fail; null: it would be sent */
    fault: string | null
  }>
}

export type TriggerPreviewRequest = {
  /** A trigger, which need not be stored or have a name */
  trigger: {
    name?: string
    /** Conditions that must all hold; an empty list: every event */
    filter?: Array<GivenCondition | GivenConditionGroup>
    /** Only its owner and holders of manage_triggers see it and its notifications */
    is_private?: boolean
    issue_notification?: boolean
    /** To actionable, or with `mark_actionable` false to non-actionable */
    mark_known?: boolean
    mark_actionable?: boolean
    send_email?: boolean
    /** Header lines, an empty line, the text; empty: a mail with the event */
    send_email_template?: string
    send_webhook?: boolean
    send_webhook_method?: "GET" | "POST"
    /** http or https; a template. Stored encrypted; users who may not change the trigger see the host of the URL only */
    send_webhook_url?: string
    /** Template of a JSON body. Stored encrypted; users who may not change the trigger see the host of the URL only */
    send_webhook_template?: string
    send_webhook_ssl_verify?: boolean
    exec_script?: boolean
    /** Name of a file in the scripts folder; of a path, as in files of other products, the last part */
    script_path?: string
    add_note?: boolean
    note_text?: string
    snmp_trap?: boolean
    is_active?: boolean
    /** Unix seconds, by the time of receipt; null: from now on */
    active_since?: number | null
    /** Unix seconds, by the time of receipt; null: without end */
    active_until?: number | null
    /** null: always */
    active_hours?: ActiveHours | null
    /** After a match, later triggers of the same owner do not see the event; triggers of all users if the owner holds manage_triggers */
    stop_flag?: boolean
    /** first: an event matches once; each: its repeats match too */
    on_repeats?: "first" | "each"
    /** null: each matching event */
    condition?: TriggerCondition | null
    /** A field or user tag whose values have separate periods and notifications; null: no grouping */
    group_by?: string | null
    /** Addresses and ids of users; empty: the owner */
    send_email_to?: Array<string | number>
    /** Minimum seconds between two actions for the same key; the next action reports matches in between. Default: 60 */
    send_email_period?: number
    /** template: the body as given; other formats define the body */
    send_webhook_format?: "template" | "slack" | "teams" | "pagerduty" | "generic"
    /** Template of the query string of the URL. Stored encrypted; users who may not change the trigger see the host of the URL only */
    send_webhook_query?: string
    /** Stored encrypted; shown only to users who may change the trigger */
    send_webhook_headers?: Record<string, string>
    /** Minimum seconds between two actions for the same key; the next action reports matches in between. Default: 10 */
    send_webhook_period?: number
    /** Minimum seconds between two actions for the same key; the next action reports matches in between. Default: 1 */
    exec_script_period?: number
    /** null: MILLRACE_SNMP_TARGET */
    snmp?: SnmpTarget | null
    create_task?: boolean
    task_template?: TaskTemplate | null
    /** Seconds for which a notification may stay unread before it is escalated; null: never */
    escalate_after?: number | null
    /** Addresses and ids of users */
    escalate_to?: Array<string | number>
  }
  /** `_id` of an event that the caller may see */
  event_id: string
}

/** Unsupported media type. */
export type UnsupportedMediaTypeError = {
  /** One sentence for people; may change */
  detail: string
  code: "unsupported_media_type"
}

export type User = {
  id: number
  username: string
  /** First and last name; the username when there is neither */
  fullname: string
  email: string
  first_name: string
  last_name: string
  is_active: boolean
  groups: Array<number>
  /** Has all permissions and sees all hosts, regardless of its groups */
  is_admin: boolean
  /** Unix seconds */
  created_at: number
  /** Unix seconds; null: never */
  last_login_at: number | null
}

export type UserDraft = {
  username: string
  /** At least 8 characters, or MILLRACE_PASSWORD_MIN_LENGTH; the most common passwords are refused */
  password?: string
  email?: string
  first_name?: string
  last_name?: string
  is_active?: boolean
  groups?: Array<number>
}

export type UserPatch = {
  username?: string
  /** At least 8 characters, or MILLRACE_PASSWORD_MIN_LENGTH; the most common passwords are refused */
  password?: string
  email?: string
  first_name?: string
  last_name?: string
  is_active?: boolean
  groups?: Array<number>
}

/** Messages by member: for members of a body a list each (`non_field_errors` for the body as a whole, nested members as `params.filter[0].op`), for parameters one text */
export type ValidationError = {
  code: "validation"
}

/** Further members: see IncomingEvent */
export type WebhookEvent = {
  message: string
  facility?: string | number
  severity?: string | number
  /** localhost when absent */
  host?: string
  /** incoming-webhook when absent */
  program?: string
}

export type Widget = {
  id: number
  owner: {
    id: number
    username: string
    fullname: string
  }
  /** Dashboards with this widget that the caller may see */
  dashboard_ids: Array<number>
  /** A query type, or Note; empty if the widget was withdrawn */
  type: string
  title: string
  /** The config as the client sent it */
  config: Record<string, unknown>
  is_public: boolean
  position: number
  size: number | null
  /** Whether the caller may not change it here */
  read_only: boolean
  /** Id of the query of this widget on this dashboard, created when it is read; null if the widget was withdrawn or is a note */
  query_id: string | null
  /** Attached from a dashboard that the caller may no longer see */
  withdrawn?: true
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
}

export type WidgetDraft = {
  /** A query type, or Note: a text without a query */
  type: "Search" | "TopN" | "LastN" | "EventRate" | "Patterns" | "FieldStats" | "Stats" | "Changes" | "StorageStats" | "ProcessingStats" | "Tasks" | "Notifications" | "System_CPU" | "System_Memory" | "System_DF" | "System_IOPS" | "System_Network" | "System_NetworkErrors"
  title?: string
  /** Also the params of the type; unknown members are kept */
  config?: {
    title?: string
    description?: string
    col?: number
    row?: number
    sizeX?: number
    sizeY?: number
    view_type?: string
    columns?: Array<string>
    /** Names of variables of the dashboard */
    ignore_variables?: Array<string>
    show_avg?: boolean
    show_max?: boolean
    show_min?: boolean
    show_last?: boolean
    /** A number of at least this is drawn as a warning */
    warning_from?: number
    /** A number of at least this is drawn as an error */
    error_from?: number
    /** Text of a Note, in Markdown */
    note_text?: string
  }
  is_public?: boolean
  position?: number
  /** Width unit of old exports */
  size?: number
}

export type WidgetExport = {
  type: string
  config: Record<string, unknown>
  is_public?: boolean
  position?: number
  size?: number
}

export type WidgetPatch = {
  /** A query type, or Note: a text without a query */
  type?: "Search" | "TopN" | "LastN" | "EventRate" | "Patterns" | "FieldStats" | "Stats" | "Changes" | "StorageStats" | "ProcessingStats" | "Tasks" | "Notifications" | "System_CPU" | "System_Memory" | "System_DF" | "System_IOPS" | "System_Network" | "System_NetworkErrors"
  title?: string
  /** Also the params of the type; unknown members are kept */
  config?: {
    title?: string
    description?: string
    col?: number
    row?: number
    sizeX?: number
    sizeY?: number
    view_type?: string
    columns?: Array<string>
    /** Names of variables of the dashboard */
    ignore_variables?: Array<string>
    show_avg?: boolean
    show_max?: boolean
    show_min?: boolean
    show_last?: boolean
    /** A number of at least this is drawn as a warning */
    warning_from?: number
    /** A number of at least this is drawn as an error */
    error_from?: number
    /** Text of a Note, in Markdown */
    note_text?: string
  }
  is_public?: boolean
  position?: number
  /** Width unit of old exports */
  size?: number
}

type AnswerAnswerTooLarge = { headers: Record<string, unknown>; content: { "application/json": AnswerTooLargeError } }

type AnswerAuthenticationFailed = { headers: Record<string, unknown>; content: { "application/json": AuthenticationFailedError } }

type AnswerAuthenticationFailedOrNotAuthenticated = { headers: Record<string, unknown>; content: { "application/json": AuthenticationFailedError | NotAuthenticatedError } }

type AnswerBodyTooLarge = { headers: Record<string, unknown>; content: { "application/json": BodyTooLargeError } }

type AnswerConflict = { headers: Record<string, unknown>; content: { "application/json": ConflictError } }

type AnswerDirectoryUnavailableOrMetadataUnavailableOrOverloadedOrStarting = { headers: Record<string, unknown>; content: { "application/json": DirectoryUnavailableError | MetadataUnavailableError | OverloadedError | StartingError } }

type AnswerHeadersTooLarge = { headers: Record<string, unknown>; content: { "application/json": HeadersTooLargeError } }

type AnswerInternal = { headers: Record<string, unknown>; content: { "application/json": InternalError } }

type AnswerInternalOrStorageDamaged = { headers: Record<string, unknown>; content: { "application/json": InternalError | StorageDamagedError } }

type AnswerInvalidPage = { headers: Record<string, unknown>; content: { "application/json": InvalidPageError } }

type AnswerInvalidPageOrNotFound = { headers: Record<string, unknown>; content: { "application/json": InvalidPageError | NotFoundError } }

type AnswerMailUnavailableOrMetadataUnavailableOrOverloadedOrStarting = { headers: Record<string, unknown>; content: { "application/json": MailUnavailableError | MetadataUnavailableError | OverloadedError | StartingError } }

type AnswerMetadataUnavailableOrOverloadedOrQueryMemoryOrQueryQuarantinedOrQueryTimeoutOrStartingOrStorageUnavailable = { headers: Record<string, unknown>; content: { "application/json": MetadataUnavailableError | OverloadedError | QueryMemoryError | QueryQuarantinedError | QueryTimeoutError | StartingError | StorageUnavailableError } }

type AnswerMetadataUnavailableOrOverloadedOrStarting = { headers: Record<string, unknown>; content: { "application/json": MetadataUnavailableError | OverloadedError | StartingError } }

type AnswerMetadataUnavailableOrOverloadedOrStartingOrStorageUnavailable = { headers: Record<string, unknown>; content: { "application/json": MetadataUnavailableError | OverloadedError | StartingError | StorageUnavailableError } }

type AnswerNotAcceptable = { headers: Record<string, unknown>; content: { "application/json": NotAcceptableError } }

type AnswerNotFound = { headers: Record<string, unknown>; content: { "application/json": NotFoundError } }

type AnswerParseError = { headers: Record<string, unknown>; content: { "application/json": ParseError } }

type AnswerParseErrorOrQuerySyntaxOrRangeTooDeepOrValidation = { headers: Record<string, unknown>; content: { "application/json": ParseError | QuerySyntaxError | RangeTooDeepError | ValidationError } }

type AnswerParseErrorOrQuerySyntaxOrSqlRefusedOrValidation = { headers: Record<string, unknown>; content: { "application/json": ParseError | QuerySyntaxError | SqlRefusedError | ValidationError } }

type AnswerParseErrorOrQuerySyntaxOrValidation = { headers: Record<string, unknown>; content: { "application/json": ParseError | QuerySyntaxError | ValidationError } }

type AnswerParseErrorOrRangeTooDeepOrValidation = { headers: Record<string, unknown>; content: { "application/json": ParseError | RangeTooDeepError | ValidationError } }

type AnswerParseErrorOrSqlRefusedOrValidation = { headers: Record<string, unknown>; content: { "application/json": ParseError | SqlRefusedError | ValidationError } }

type AnswerParseErrorOrValidation = { headers: Record<string, unknown>; content: { "application/json": ParseError | ValidationError } }

type AnswerPermissionDenied = { headers: Record<string, unknown>; content: { "application/json": PermissionDeniedError } }

type AnswerRangeNotSatisfiable = { headers: Record<string, unknown>; content: { "application/json": RangeNotSatisfiableError } }

type AnswerRangeTooDeepOrValidation = { headers: Record<string, unknown>; content: { "application/json": RangeTooDeepError | ValidationError } }

type AnswerRequestTimeout = { headers: Record<string, unknown>; content: { "application/json": RequestTimeoutError } }

type AnswerThrottled = { headers: Record<string, unknown>; content: { "application/json": ThrottledError } }

type AnswerUnsupportedMediaType = { headers: Record<string, unknown>; content: { "application/json": UnsupportedMediaTypeError } }

type AnswerValidation = { headers: Record<string, unknown>; content: { "application/json": ValidationError } }

/** Every operation by path and method, as openapi-fetch reads it. */
export interface paths {
  "/api": {
    /** Addresses of the interface */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Record<string, string> } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/actions": {
    /** Actions of triggers: done, running and waiting */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
        /** Fields, comma-separated; `-` before a field sorts in descending order */
        ordering?: string
        /** Only actions of these triggers; ids, comma-separated */
        trigger?: Array<number>
        /** Only actions of these kinds, comma-separated */
        kind?: Array<"status" | "note" | "notification" | "email" | "webhook" | "script" | "snmp" | "task" | "escalation">
        /** Only actions with these statuses, comma-separated */
        status?: Array<"pending" | "running" | "done" | "failed" | "dead" | "suppressed">
        /** `_id` of the event */
        event?: string
        /** Created at or after; Unix seconds */
        since?: number
        /** Created before; Unix seconds */
        until?: number
        /** Text in the name of the trigger, the key or the result, ignoring the case of A to Z */
        text?: string
      }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": PaginatedActionRunList } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPage
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/actions/retry": {
    /** Send several actions again */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': ActionRetries } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          retried: number
        } } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/actions/{id}": {
    /** One action, with the answer of its receiver or the output of its script */
    get: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": ActionRun } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/actions/{id}/retry": {
    /** Send an action again that is dead, failed, suppressed or waiting for a retry */
    post: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": ActionRun } }
        400: AnswerParseError
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/archive": {
    /** Size of the archive of old days */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": ArchiveState } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/archive-restore-logs": {
    /** Restores of archived days, the newest first */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
      }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": PaginatedArchiveRestoreList } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPage
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Restore an archived day */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': ArchiveRestoreRequest } }
      responses: {
        202: { headers: Record<string, unknown>; content: { "application/json": ArchiveRestore } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/archive/days": {
    /** Archived days, the newest first */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
      }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": PaginatedArchivedDayList } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPage
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/archive/verify": {
    /** Check the files of an archived day */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': ArchiveCheckRequest } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          day: string
          /** Empty: all files are as they were written */
          problems: Array<string>
        } } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/audit": {
    /** Who did what to which object, newest first */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
        /** Only entries of this user */
        user_id?: number
        /** Only entries of these actions, comma-separated */
        action?: Array<"login" | "logout" | "create" | "update" | "delete" | "import" | "export" | "run" | "reload" | "send" | "start" | "rotate">
        /** Only entries about objects of these kinds, comma-separated */
        object?: Array<"archived_day" | "session" | "user" | "group" | "token" | "dashboard" | "widget" | "template" | "saved_search" | "trigger" | "silence" | "notification" | "trigger_action" | "rule_file" | "retention" | "page_settings" | "legal_hold" | "forwarder" | "report" | "report_schedule" | "task" | "event_note" | "host" | "mail" | "events" | "sql" | "audit_log" | "service" | "instance_key" | "node">
        /** Only entries about the object with this id */
        object_id?: string
        /** Only entries with this result */
        result?: "ok" | "refused" | "failed"
        /** At or after; Unix seconds */
        since?: number
        /** Before; Unix seconds */
        until?: number
      }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": PaginatedAuditEntryList } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPage
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/audit/export": {
    /** All entries that match the filter as a file, newest first; the export itself adds an entry */
    get: {
      parameters: { query?: {
        /** Only entries of this user */
        user_id?: number
        /** Only entries of these actions, comma-separated */
        action?: Array<"login" | "logout" | "create" | "update" | "delete" | "import" | "export" | "run" | "reload" | "send" | "start" | "rotate">
        /** Only entries about objects of these kinds, comma-separated */
        object?: Array<"archived_day" | "session" | "user" | "group" | "token" | "dashboard" | "widget" | "template" | "saved_search" | "trigger" | "silence" | "notification" | "trigger_action" | "rule_file" | "retention" | "page_settings" | "legal_hold" | "forwarder" | "report" | "report_schedule" | "task" | "event_note" | "host" | "mail" | "events" | "sql" | "audit_log" | "service" | "instance_key" | "node">
        /** Only entries about the object with this id */
        object_id?: string
        /** Only entries with this result */
        result?: "ok" | "refused" | "failed"
        /** At or after; Unix seconds */
        since?: number
        /** Before; Unix seconds */
        until?: number
        /** Format of the file */
        ftype?: "csv" | "json"
      }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "text/csv": string; "application/json": Array<AuditEntry> } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/auth": {
    /** The caller; `user` is null for an INGEST token, and only a token with a scope has `scope` */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          user: {
            id: number
            username: string
            fullname: string
            permissions: Array<"manage_dashboards" | "manage_widgets" | "manage_tasks" | "manage_queries" | "manage_users" | "manage_triggers" | "manage_reports" | "manage_rules" | "audit" | "manage_retention" | "manage_forwarders" | "search" | "sql" | "notifications" | "triggers" | "reports" | "tasks">
            /** Sees the events of all hosts */
            all_hosts: boolean
          } | null
          scope?: {
            dashboard_id: number
            /** Values of the variables of the dashboard, instead of their defaults; the token cannot read other values */
            values?: Record<string, null | string | Array<string>>
          }
        } } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/authtokens": {
    /** Active tokens */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
        /** Fields, comma-separated; `-` before a field sorts in descending order */
        ordering?: string
        /** Only tokens of this kind */
        token_type?: "USER" | "INGEST"
        /** Also tokens of other users; requires manage_users */
        show_all?: boolean
      }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": PaginatedAuthTokenList } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPage
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Create a token */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: { content: { 'application/json': AuthTokenDraft } }
      responses: {
        201: { headers: Record<string, unknown>; content: { "application/json": AuthToken } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/authtokens/{secret_key}": {
    /** Revoke a token */
    delete: {
      parameters: { query?: never; header?: never; path: {
        /** The key; for a holder of manage_users also the id */
        secret_key: string
      }; cookie?: never }
      requestBody?: never
      responses: {
        204: { headers: Record<string, unknown>; content?: never }
        400: AnswerParseError
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** One token */
    get: {
      parameters: { query?: never; header?: never; path: {
        /** The key; for a holder of manage_users also the id */
        secret_key: string
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": AuthToken } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/dashboard-templates": {
    /** Remove a template; only its author and users with manage_dashboards may */
    delete: {
      parameters: { query: {
        /** Path in the template folder; ends in .json or .yaml */
        path: string
      }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        204: { headers: Record<string, unknown>; content?: never }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Templates for new dashboards */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
      }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          objects: Array<{
            path: string
            title: string
            /** Whether the caller may not remove it */
            read_only: boolean
          }>
          item_count: number
          page_count: number
          page_number: number
          page_size: number
        } } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPage
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/dashboards": {
    /** Remove several dashboards: all of them or none */
    delete: {
      parameters: { query: {
        /** Ids, comma-separated */
        id: Array<number>
      }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        204: { headers: Record<string, unknown>; content?: never }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Dashboards */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
        /** Fields, comma-separated; `-` before a field sorts in descending order */
        ordering?: string
        /** Exact match, ignoring case */
        title?: string
        /** Public dashboards of other users instead of the caller’s own */
        public?: boolean
        /** Dashboards of all users; ignored without the permission to manage them */
        show_all?: boolean
        /** Exportable fields only: the form that is imported */
        export?: boolean
        /** Regular expression (RE2) that matches anywhere in the title, ignoring case */
        title__iregex?: string
        /** Only objects of these users; ids, comma-separated */
        owner?: Array<number>
      }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": PaginatedDashboardList } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPage
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Create a dashboard, import several (all or none), clone one, or create one from a template */
    post: {
      parameters: { query?: {
        /** Id of a dashboard to clone; the body may be left out */
        source_id?: number
        /** When cloning, clone the widgets instead of attaching them read-only */
        clone_widgets?: boolean
        /** Path of the template to create it from; the body may be left out */
        template?: string
      }; header?: never; path?: never; cookie?: never }
      requestBody?: { content: { 'application/json': CreateDashboardBody } }
      responses: {
        201: { headers: Record<string, unknown>; content: { "application/json": Dashboard | Array<Dashboard> } }
        400: AnswerParseErrorOrRangeTooDeepOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/dashboards/{id}": {
    /** Remove a dashboard */
    delete: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        204: { headers: Record<string, unknown>; content?: never }
        400: AnswerParseError
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** One dashboard */
    get: {
      parameters: { query?: {
        /** Exportable fields only: the form that is imported */
        export?: boolean
      }; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Dashboard | DashboardExport } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Change a dashboard */
    patch: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: { content: { 'application/json': DashboardPatch } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Dashboard } }
        400: AnswerParseErrorOrQuerySyntaxOrRangeTooDeepOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Replace a dashboard and its widgets */
    put: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody: { content: { 'application/json': DashboardDraft } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Dashboard } }
        400: AnswerParseErrorOrQuerySyntaxOrRangeTooDeepOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/dashboards/{id}/templates": {
    /** Save a dashboard as a template */
    post: {
      parameters: { query?: {
        /** Replace an existing template; needs manage_dashboards */
        overwrite?: boolean
      }; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody: { content: { 'application/json': DashboardTemplatePath } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": DashboardTemplatePath } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/dashboards/{id}/widgets": {
    /** Remove widgets from a dashboard; widgets that are on no other dashboard are deleted */
    delete: {
      parameters: { query?: {
        /** Only these ids, comma-separated */
        widget_id?: Array<number>
      }; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        204: { headers: Record<string, unknown>; content?: never }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Add a new widget to a dashboard */
    post: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody: { content: { 'application/json': WidgetDraft } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Widget } }
        400: AnswerParseErrorOrQuerySyntaxOrRangeTooDeepOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/dictionaries/facility": {
    /** Names and codes of facility */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          list: Array<{
            name: string
            /** Value for filters */
            value: number
          }>
        } } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/dictionaries/severity": {
    /** Names and codes of severity */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          list: Array<{
            name: string
            /** Value for filters */
            value: number
          }>
        } } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/dictionaries/status": {
    /** Names and codes of status */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          list: Array<{
            name: string
            /** Value for filters */
            value: number
          }>
        } } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/dictionaries/time_range": {
    /** Common relative time ranges */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          list: Array<{
            /** A preset */
            name: string
            title: string
          }>
        } } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/dictionaries/{field}": {
    /** Values of the last seven days, most frequent first */
    get: {
      parameters: { query?: {
        /** Maximum number of values */
        limit?: number
      }; header?: never; path: {
        /** Name of the field, as in filters */
        field: string
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          list: Array<{
            name: string | number
            /** Occurrences */
            count: number
          }>
        } | {
          list: Array<{
            name: string
            /** Value for filters */
            value: number
          }>
        } | {
          list: Array<{
            /** A preset */
            name: string
            title: string
          }>
        } } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternalOrStorageDamaged
        503: AnswerMetadataUnavailableOrOverloadedOrQueryMemoryOrQueryQuarantinedOrQueryTimeoutOrStartingOrStorageUnavailable
      }
    }
  }
  "/api/docs": {
    /** This description as a page */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "text/html": string } }
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/events": {
    /** Send one event, as a webhook */
    post: {
      parameters: { query?: never; header?: {
        /** A repeated batch with the same key and token is counted once within 10 minutes, and refused if its body differs */
        "Idempotency-Key"?: string
        /** How the body is compressed */
        "Content-Encoding"?: "identity" | "gzip" | "deflate" | "zstd" | "snappy"
      }; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': WebhookEvent } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          status: "ok"
        } } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        422: { headers: Record<string, unknown>; content: { "application/json": {
          code: string
          detail: string
          errors: Array<{
            index: number
            field: string
            message: string
          }>
          /** Events kept, with partial=true */
          accepted?: number
        } } }
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/events/arrivals": {
    /** Events that arrived after a cursor, each once */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: { content: { 'application/json': ArrivalsRequest } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": EventArrivals } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternalOrStorageDamaged
        503: AnswerMetadataUnavailableOrOverloadedOrQueryMemoryOrQueryQuarantinedOrQueryTimeoutOrStartingOrStorageUnavailable
      }
    }
  }
  "/api/events/extract": {
    /** Values that a regular expression finds in events */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': ExtractionRequest } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": ExtractionResult } }
        400: AnswerParseErrorOrQuerySyntaxOrSqlRefusedOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternalOrStorageDamaged
        503: AnswerMetadataUnavailableOrOverloadedOrQueryMemoryOrQueryQuarantinedOrQueryTimeoutOrStartingOrStorageUnavailable
      }
    }
  }
  "/api/events/{ev_id}": {
    /** One event */
    get: {
      parameters: { query?: {
        /** Apply action by field */
        actions_hint?: boolean
        /** Show trigger data */
        add_trigger_data?: boolean
        /** Add the locations of public addresses */
        add_geoip_data?: boolean
      }; header?: never; path: {
        ev_id: string
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": EventRecord } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternalOrStorageDamaged
        503: AnswerMetadataUnavailableOrOverloadedOrQueryMemoryOrQueryQuarantinedOrQueryTimeoutOrStartingOrStorageUnavailable
      }
    }
  }
  "/api/events/{ev_id}/notes": {
    /** Notes on the event, oldest first */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
      }; header?: never; path: {
        ev_id: string
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": PaginatedEventNoteList } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPageOrNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternalOrStorageDamaged
        503: AnswerMetadataUnavailableOrOverloadedOrQueryMemoryOrQueryQuarantinedOrQueryTimeoutOrStartingOrStorageUnavailable
      }
    }
    /** Add a note */
    post: {
      parameters: { query?: never; header?: never; path: {
        ev_id: string
      }; cookie?: never }
      requestBody: { content: { 'application/json': EventNoteDraft } }
      responses: {
        201: { headers: Record<string, unknown>; content: { "application/json": EventNote } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternalOrStorageDamaged
        503: AnswerMetadataUnavailableOrOverloadedOrQueryMemoryOrQueryQuarantinedOrQueryTimeoutOrStartingOrStorageUnavailable
      }
    }
  }
  "/api/events/{ev_id}/notes/{id}": {
    /** Delete a note; only its author and users with manage_queries may */
    delete: {
      parameters: { query?: never; header?: never; path: {
        ev_id: string
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        204: { headers: Record<string, unknown>; content?: never }
        400: AnswerParseError
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternalOrStorageDamaged
        503: AnswerMetadataUnavailableOrOverloadedOrQueryMemoryOrQueryQuarantinedOrQueryTimeoutOrStartingOrStorageUnavailable
      }
    }
    /** Change one of the caller’s notes */
    patch: {
      parameters: { query?: never; header?: never; path: {
        ev_id: string
        id: number
      }; cookie?: never }
      requestBody: { content: { 'application/json': EventNoteDraft } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": EventNote } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternalOrStorageDamaged
        503: AnswerMetadataUnavailableOrOverloadedOrQueryMemoryOrQueryQuarantinedOrQueryTimeoutOrStartingOrStorageUnavailable
      }
    }
  }
  "/api/events/{ev_id}/timestamps": {
    /** Times at which the event occurred, newest first */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
      }; header?: never; path: {
        ev_id: string
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          id: number
          /** Occurrences */
          count: number
          timestamps: Array<number>
          item_count: number
          page_count: number
          page_number: number
          page_size: number
        } } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPageOrNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternalOrStorageDamaged
        503: AnswerMetadataUnavailableOrOverloadedOrQueryMemoryOrQueryQuarantinedOrQueryTimeoutOrStartingOrStorageUnavailable
      }
    }
  }
  "/api/events/{ev_id}/triggers": {
    /** Triggers that fired for the event, and the results of their actions */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
      }; header?: never; path: {
        ev_id: string
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": PaginatedFiredTriggerList } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPageOrNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternalOrStorageDamaged
        503: AnswerMetadataUnavailableOrOverloadedOrQueryMemoryOrQueryQuarantinedOrQueryTimeoutOrStartingOrStorageUnavailable
      }
    }
  }
  "/api/forwarders": {
    /** Forwarders */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
        /** Fields, comma-separated; `-` before a field sorts in descending order */
        ordering?: string
      }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": PaginatedForwarderList } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPage
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Create a forwarder */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': ForwarderDraft } }
      responses: {
        201: { headers: Record<string, unknown>; content: { "application/json": Forwarder } }
        400: AnswerParseErrorOrQuerySyntaxOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/forwarders/{id}": {
    /** Delete a forwarder */
    delete: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        204: { headers: Record<string, unknown>; content?: never }
        400: AnswerParseError
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** One forwarder */
    get: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Forwarder } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Change a forwarder */
    patch: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: { content: { 'application/json': ForwarderPatch } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Forwarder } }
        400: AnswerParseErrorOrQuerySyntaxOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Replace a forwarder */
    put: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody: { content: { 'application/json': ForwarderDraft } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Forwarder } }
        400: AnswerParseErrorOrQuerySyntaxOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/forwarders/{id}/skip": {
    /** Skip the events that wait */
    post: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Forwarder } }
        400: AnswerParseError
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/forwarders/{id}/test": {
    /** Send a test event */
    post: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": ForwarderTest } }
        400: AnswerParseError
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/groups": {
    /** Groups */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
        /** Fields, comma-separated; `-` before a field sorts in descending order */
        ordering?: string
      }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": PaginatedGroupList } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPage
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Create a group */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': GroupDraft } }
      responses: {
        201: { headers: Record<string, unknown>; content: { "application/json": Group } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/groups/{id}": {
    /** Delete a group; its members remain users */
    delete: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        204: { headers: Record<string, unknown>; content?: never }
        400: AnswerParseError
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** One group */
    get: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Group } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Change a group */
    patch: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: { content: { 'application/json': GroupPatch } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Group } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Replace a group */
    put: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody: { content: { 'application/json': GroupDraft } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Group } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/ingest/health": {
    /** Health of ingest */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": IngestHealth } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/ingest/hosts": {
    /** Hosts that send events, and how regularly */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
        /** Part of the name, ignoring case */
        search?: string
        /** Only hosts in this state */
        state?: "active" | "quiet" | "gone" | "new"
        /** A field; `-` before it sorts in descending order. By default quiet hosts come first */
        ordering?: "host" | "-host" | "last_at" | "-last_at" | "events" | "-events" | "silent_seconds" | "-silent_seconds"
      }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": PaginatedSourceHostList } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPage
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/ingest/hosts/mark": {
    /** Acknowledge or ignore the silence of a host */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': SourceHostMark } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": SourceHost } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/ledger": {
    /** The ledger: what became of every event, by source */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Ledger } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/legal-holds": {
    /** Legal holds, including lifted ones */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
        /** Fields, comma-separated; `-` before a field sorts in descending order */
        ordering?: string
      }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": PaginatedLegalHoldList } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPage
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Place a legal hold */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': LegalHoldDraft } }
      responses: {
        201: { headers: Record<string, unknown>; content: { "application/json": LegalHold } }
        400: AnswerParseErrorOrQuerySyntaxOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/legal-holds/{id}": {
    /** Lift a legal hold */
    delete: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        204: { headers: Record<string, unknown>; content?: never }
        400: AnswerParseError
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** One legal hold */
    get: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": LegalHold } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/listeners": {
    /** Addresses that receive log lines */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          list: Array<Listener>
        } } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/login": {
    /** Sign in: sets the session cookie of the page */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': LoginBody } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          user: {
            id: number
            username: string
            fullname: string
            permissions: Array<"manage_dashboards" | "manage_widgets" | "manage_tasks" | "manage_queries" | "manage_users" | "manage_triggers" | "manage_reports" | "manage_rules" | "audit" | "manage_retention" | "manage_forwarders" | "search" | "sql" | "notifications" | "triggers" | "reports" | "tasks">
            /** Sees the events of all hosts */
            all_hosts: boolean
          } | null
          scope?: {
            dashboard_id: number
            /** Values of the variables of the dashboard, instead of their defaults; the token cannot read other values */
            values?: Record<string, null | string | Array<string>>
          }
        } } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailed
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerDirectoryUnavailableOrMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/login/methods": {
    /** How people can sign in */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": SignInMethods } }
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/logout": {
    /** Sign out: ends the session and deletes its cookie */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          /** Address that the browser opens to sign out at the provider too */
          end_session_url: string
        } } }
        204: { headers: Record<string, unknown>; content?: never }
        400: AnswerParseError
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/mailer": {
    /** Send a mail */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': MailOrder } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          sent: Array<string>
          /** Recipients that the mail server refused */
          refused: Array<string>
        } } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMailUnavailableOrMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/monitor": {
    /** How far the service has started, and whether its disks have room */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          status: "ready" | "starting"
          /** Of the fullest disk. warning: 85 % is used, four times MILLRACE_DISK_FLOOR is free, or it cannot be measured; critical: 90 %, or twice the floor */
          disk: "ok" | "warning" | "critical"
        } } }
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/monitor/health": {
    /** State of each part of the service, and what to do */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": ServiceHealth } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/monitor/queries": {
    /** Load of the service by queries */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          /** Queries in memory, including queries of widgets in use */
          queries: number
          /** Evaluations in use: one for all equal queries of users with equal rights */
          evaluations: number
          /** Computations of evaluations since the start, whole or incremental */
          computations: number
          /** Days of events that an older version stored and that are rewritten behind the work */
          days_to_rewrite: number
          /** At most 200, running ones first, then the most recently used */
          list: Array<{
            query_id: string
            type: string
            params: Record<string, unknown>
            owner_id: number
            /** Username; null: deleted */
            owner: string | null
            /** Whether it is being computed or waits for its turn */
            is_running: boolean
            /** It is watched live */
            is_watched: boolean
            /** Whether it is the query of a widget, which cannot be stopped */
            of_widget: boolean
            /** Unix seconds */
            asked_at: number
            /** Unix seconds */
            used_at: number
          }>
        } } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/monitor/slow-queries": {
    /** Slow queries */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          /** MILLRACE_SLOW_QUERY, milliseconds; 0: off */
          threshold: number
          /** Since the start, newest first, at most 200 */
          list: Array<{
            /** Unix seconds */
            ended_at: number
            /** null for a computation for a report, which has no query */
            query_id: string | null
            type: string
            /** The user who asked; if several users share the computation, one of them */
            user_id: number
            /** The conditions of the query as JSON, shortened */
            filter: string
            /** Start of the time range; null if the range could not be parsed */
            from: number | null
            /** End of the time range, exclusive */
            to: number | null
            /** The refresh of a live query that already had an answer */
            is_refresh: boolean
            outcome: "answered" | "failed" | "stopped"
            /** Code of the error (see the error catalogue) if the computation failed */
            code: string | null
            /** Time from start to end, milliseconds */
            duration: number
            /** Time in the queue for the store, milliseconds; null without an answer */
            waited: number | null
            /** Number of statements that the engine ran */
            statements: number
            /** Time in the engine, summed over all statements, milliseconds */
            engine_time: number
            /** Maximum number of rows read, estimated from the index; null if unknown or if the engine ran no statement */
            rows_read: number | null
            read_from: Array<"counts" | "rows" | "sql">
            /** Username; null: deleted */
            user: string | null
          }>
        } } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/monitor/storage": {
    /** Disk space of events, by day */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": StoredSpace } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStartingOrStorageUnavailable
      }
    }
  }
  "/api/notifications": {
    /** Notifications, grouped by trigger */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
        /** Fields, comma-separated; `-` before a field sorts in descending order */
        ordering?: string
        /** true: only groups with unread entries; false: only groups without */
        unread?: boolean
        /** Only notifications of these triggers; ids, comma-separated */
        trigger?: Array<number>
        /** Text in the name, conditions, note, script or address of the trigger, ignoring case */
        text?: string
        /** true: only notifications of private triggers; false: only of other triggers */
        is_private?: boolean
        /** Include the newest 10 entries of each group; later groups have fewer if entries are very long */
        with_events?: boolean
      }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": PaginatedNotificationGroupList } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPage
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/notifications-counts": {
    /** Counts of unread notifications */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": NotificationCounts } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/notifications/read": {
    /** Mark groups as read, or all of them */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: { content: { 'application/json': NotificationsRead } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": NotificationCounts } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/notifications/{id}": {
    /** Delete the entries of a group that the caller sees; requires the right to change its trigger */
    delete: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        204: { headers: Record<string, unknown>; content?: never }
        400: AnswerParseError
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** The notifications of one trigger */
    get: {
      parameters: { query?: {
        /** Include the newest 10 entries of each group; later groups have fewer if entries are very long */
        with_events?: boolean
      }; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": NotificationGroup } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Mark all of a group as read, or its newest entry as unread */
    patch: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody: { content: { 'application/json': NotificationPatch } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": NotificationGroup } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/notifications/{id}/events": {
    /** Entries of a group, newest first */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
        /** true: only unread entries; false: only read ones */
        unread?: boolean
        /** Only entries with this value of the field that the trigger groups by */
        key?: string
      }; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": PaginatedNotificationEventList } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPageOrNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/notifications/{id}/events/{entry}": {
    /** Delete an entry; requires the right to change its trigger */
    delete: {
      parameters: { query?: never; header?: never; path: {
        id: number
        /** Id of an entry */
        entry: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        204: { headers: Record<string, unknown>; content?: never }
        400: AnswerParseError
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/page-settings": {
    /** Settings of the page for all users */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": PageSettings } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Change settings of the page for all users */
    patch: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: { content: { 'application/json': PageSettingsPatch } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": PageSettings } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/query": {
    /** Create a query; 202 when it takes longer than a second */
    post: {
      parameters: { query?: {
        /** Validate only */
        validate_only?: boolean
        /** Answer once from the reachable shards, and list the others; `query_id` is null */
        partial?: boolean
      }; header?: never; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': QueryRequest } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": GenericQuery } }
        202: { headers: Record<string, unknown>; content: { "application/json": GenericQuery } }
        400: AnswerParseErrorOrQuerySyntaxOrRangeTooDeepOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternalOrStorageDamaged
        503: AnswerMetadataUnavailableOrOverloadedOrQueryMemoryOrQueryQuarantinedOrQueryTimeoutOrStartingOrStorageUnavailable
      }
    }
  }
  "/api/query/{qid}": {
    /** The query with its current results, without waiting */
    get: {
      parameters: { query?: {
        /** Search only */
        page?: number
        /** Search only */
        page_size?: number
        /** Search only */
        offset?: number
        /** TopN, LastN, events of a Search */
        add_geoip_data?: boolean
        /** Search */
        actions_hint?: boolean
        /** Search */
        add_trigger_data?: boolean
        /** Add an explanation of how the results were computed */
        explain?: boolean
      }; header?: never; path: {
        /** query_id */
        qid: string
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": GenericQuery } }
        400: AnswerRangeTooDeepOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternalOrStorageDamaged
        503: AnswerMetadataUnavailableOrOverloadedOrQueryMemoryOrQueryQuarantinedOrQueryTimeoutOrStartingOrStorageUnavailable
      }
    }
  }
  "/api/query/{qid}/export": {
    /** The results as a file; for a Search all matching events */
    get: {
      parameters: { query?: {
        /** `xslx` is another name of `xlsx` */
        ftype?: "csv" | "json" | "xlsx" | "xslx" | "docx" | "pdf"
        /** IANA time zone of the times in the file; default: the zone of the query */
        timezone?: string
        /** Name of the file; the extension is added */
        filename?: string
        /** Add the triggers that fired for the events of a Search, with their actions, in json, csv and xlsx */
        add_trigger_data?: boolean
      }; header?: never; path: {
        /** query_id */
        qid: string
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "text/csv": string; "application/json": Record<string, unknown>; "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string; "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string; "application/pdf": string } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternalOrStorageDamaged
        503: AnswerMetadataUnavailableOrOverloadedOrQueryMemoryOrQueryQuarantinedOrQueryTimeoutOrStartingOrStorageUnavailable
      }
    }
  }
  "/api/query/{qid}/recalculate": {
    /** Compute the query again from a new base_time */
    get: {
      parameters: { query?: never; header?: never; path: {
        /** query_id */
        qid: string
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": GenericQuery } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternalOrStorageDamaged
        503: AnswerMetadataUnavailableOrOverloadedOrQueryMemoryOrQueryQuarantinedOrQueryTimeoutOrStartingOrStorageUnavailable
      }
    }
  }
  "/api/query/{qid}/remove": {
    /** Remove the query; answers its last representation */
    get: {
      parameters: { query?: never; header?: never; path: {
        /** query_id */
        qid: string
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": GenericQuery } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternalOrStorageDamaged
        503: AnswerMetadataUnavailableOrOverloadedOrQueryMemoryOrQueryQuarantinedOrQueryTimeoutOrStartingOrStorageUnavailable
      }
    }
  }
  "/api/query/{qid}/stop": {
    /** Stop the query; partial results stay readable */
    get: {
      parameters: { query?: never; header?: never; path: {
        /** query_id */
        qid: string
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": GenericQuery } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternalOrStorageDamaged
        503: AnswerMetadataUnavailableOrOverloadedOrQueryMemoryOrQueryQuarantinedOrQueryTimeoutOrStartingOrStorageUnavailable
      }
    }
    /** Stop the query; partial results stay readable */
    post: {
      parameters: { query?: never; header?: never; path: {
        /** query_id */
        qid: string
      }; cookie?: never }
      requestBody?: { content: { 'application/json': StopQuery } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": GenericQuery } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternalOrStorageDamaged
        503: AnswerMetadataUnavailableOrOverloadedOrQueryMemoryOrQueryQuarantinedOrQueryTimeoutOrStartingOrStorageUnavailable
      }
    }
  }
  "/api/reports": {
    /** Generated reports */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
        /** Fields, comma-separated; `-` before a field sorts in descending order */
        ordering?: string
        /** Also reports of other users; requires manage_reports */
        show_all?: boolean
        /** Created by this schedule */
        schedule_id?: number
      }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": PaginatedShortReportList } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPage
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Create a report of a query or a dashboard */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': NewReport } }
      responses: {
        202: { headers: Record<string, unknown>; content: { "application/json": ShortReport } }
        400: AnswerParseErrorOrQuerySyntaxOrRangeTooDeepOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/reports-schedules": {
    /** Schedules of reports */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
        /** Fields, comma-separated; `-` before a field sorts in descending order */
        ordering?: string
        /** Also reports of other users; requires manage_reports */
        show_all?: boolean
      }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": PaginatedReportScheduleList } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPage
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Create a schedule */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': ReportScheduleDraft } }
      responses: {
        201: { headers: Record<string, unknown>; content: { "application/json": ReportSchedule } }
        400: AnswerParseErrorOrQuerySyntaxOrRangeTooDeepOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/reports-schedules/{id}": {
    /** Delete a schedule; its reports stay */
    delete: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        204: { headers: Record<string, unknown>; content?: never }
        400: AnswerParseError
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** One schedule */
    get: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": ReportSchedule } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Change a schedule; only its owner changes the query and the recipients */
    patch: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: { content: { 'application/json': ReportSchedulePatch } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": ReportSchedule } }
        400: AnswerParseErrorOrQuerySyntaxOrRangeTooDeepOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Replace a schedule; only its owner changes the query and the recipients */
    put: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody: { content: { 'application/json': ReportScheduleDraft } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": ReportSchedule } }
        400: AnswerParseErrorOrQuerySyntaxOrRangeTooDeepOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/reports-schedules/{id}/run": {
    /** Create a report of a schedule now, independent of its next run */
    post: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        202: { headers: Record<string, unknown>; content: { "application/json": ShortReport } }
        400: AnswerParseError
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/reports/{id}": {
    /** Delete a report and its file; stops one that is running */
    delete: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        204: { headers: Record<string, unknown>; content?: never }
        400: AnswerParseError
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** One report */
    get: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": ShortReport } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/reports/{id}/file": {
    /** The file of a report */
    get: {
      parameters: { query?: {
        /** Name of the file; the extension is added */
        saveas?: string
      }; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "text/csv": string; "application/json": string; "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string; "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string; "application/pdf": string; "application/zip": string } }
        206: { headers: Record<string, unknown>; content: { "text/csv": string; "application/json": string; "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string; "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string; "application/pdf": string; "application/zip": string } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        416: AnswerRangeNotSatisfiable
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/retention": {
    /** Retention of events */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Retention } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Change the retention of events */
    patch: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: { content: { 'application/json': RetentionPatch } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Retention } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/rules": {
    /** Rule files, in the order in which they are applied */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
      }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": PaginatedRuleFileSummaryList } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPage
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Create a rule file, which is active once this is answered */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': RuleFileDraft } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": RuleFile } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/rules/reload": {
    /** Read all rule files again and activate them */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          objects: Array<RuleFileSummary>
        } } }
        400: AnswerParseError
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/rules/test": {
    /** Try rules on events: the active rules, the given ones, or both */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': RuleTrial } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          results: Array<RuleOutcome>
        } } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/rules/validate": {
    /** Check the content of a rule file */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: { content: { 'application/json': RuleValidation } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          is_valid: boolean
          rule_count: number
          errors: Array<RuleFault>
          warnings?: Array<RuleFault>
        } } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/rules/{name}": {
    /** Delete a rule file */
    delete: {
      parameters: { query?: never; header?: never; path: {
        /** Name of the file */
        name: string
      }; cookie?: never }
      requestBody?: never
      responses: {
        204: { headers: Record<string, unknown>; content?: never }
        400: AnswerParseError
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** One rule file, with the counters of its rules */
    get: {
      parameters: { query?: never; header?: never; path: {
        /** Name of the file */
        name: string
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": RuleFile } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Change a rule file, rename it, turn it on or off */
    patch: {
      parameters: { query?: never; header?: never; path: {
        /** Name of the file */
        name: string
      }; cookie?: never }
      requestBody?: { content: { 'application/json': RuleFilePatch } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": RuleFile } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/schema": {
    /** This description: OpenAPI 3.1 */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Record<string, unknown> } }
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/searches": {
    /** Saved searches */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
        /** Fields, comma-separated; `-` before a field sorts in descending order */
        ordering?: string
        /** Exact match, ignoring case */
        title?: string
        /** Regular expression (RE2) that matches anywhere in the title, ignoring case */
        title__iregex?: string
        /** Only objects of these users; ids, comma-separated */
        owner?: Array<number>
        /** true: only searches that the caller has starred; false: only others */
        starred?: boolean
        /** Shared searches of other users instead of the caller’s own */
        public?: boolean
        /** All searches that the caller may read: its own and shared searches; with manage_queries, all */
        show_all?: boolean
        /** Exportable fields only: the form that is imported */
        export?: boolean
      }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": PaginatedSavedSearchList } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPage
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Save a search */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': SavedSearchDraft } }
      responses: {
        201: { headers: Record<string, unknown>; content: { "application/json": SavedSearch } }
        400: AnswerParseErrorOrQuerySyntaxOrRangeTooDeepOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/searches/{id}": {
    /** Delete a saved search */
    delete: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        204: { headers: Record<string, unknown>; content?: never }
        400: AnswerParseError
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** One saved search */
    get: {
      parameters: { query?: {
        /** Exportable fields only: the form that is imported */
        export?: boolean
      }; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": SavedSearch | SavedSearchExport } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Change a saved search */
    patch: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: { content: { 'application/json': SavedSearchPatch } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": SavedSearch } }
        400: AnswerParseErrorOrQuerySyntaxOrRangeTooDeepOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Replace a saved search */
    put: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody: { content: { 'application/json': SavedSearchDraft } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": SavedSearch } }
        400: AnswerParseErrorOrQuerySyntaxOrRangeTooDeepOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/searches/{id}/star": {
    /** Star a saved search for the caller */
    post: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody: { content: { 'application/json': StarBody } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": SavedSearch } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/searches/{id}/use": {
    /** Record a use by the caller, by which lists can be ordered (last_used_at) */
    post: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": SavedSearch } }
        400: AnswerParseError
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/silences": {
    /** Silences */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
        /** Fields, comma-separated; `-` before a field sorts in descending order */
        ordering?: string
        /** Only silences in these states, comma-separated */
        state?: Array<"active" | "pending" | "ended">
        /** Only silences that may apply to this trigger: they name it, or no trigger */
        trigger?: number
        /** Text in the name or the reason, ignoring case */
        text?: string
      }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": PaginatedSilenceList } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPage
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Create a silence */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': SilenceDraft } }
      responses: {
        201: { headers: Record<string, unknown>; content: { "application/json": Silence } }
        400: AnswerParseErrorOrQuerySyntaxOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/silences/{id}": {
    /** Delete a silence */
    delete: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        204: { headers: Record<string, unknown>; content?: never }
        400: AnswerParseError
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** One silence */
    get: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Silence } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Change a silence; with `ends_at` now it ends */
    patch: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: { content: { 'application/json': SilencePatch } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Silence } }
        400: AnswerParseErrorOrQuerySyntaxOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Replace a silence */
    put: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody: { content: { 'application/json': SilenceDraft } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Silence } }
        400: AnswerParseErrorOrQuerySyntaxOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/sql": {
    /** Answer a SELECT over events */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': SqlRequest } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": SqlResult } }
        400: AnswerParseErrorOrSqlRefusedOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternalOrStorageDamaged
        503: AnswerMetadataUnavailableOrOverloadedOrQueryMemoryOrQueryQuarantinedOrQueryTimeoutOrStartingOrStorageUnavailable
      }
    }
  }
  "/api/tags": {
    /** Tags of the events in a time range */
    get: {
      parameters: { query?: {
        /** A relative range; default: last_1_hours */
        preset?: string
        /** Start of the range, as in `time_range` */
        ts_from?: number
        /** End of the range, as in `time_range` */
        ts_to?: number
        /** IANA time zone, which decides when `today` and `yesterday` begin */
        timezone?: string
        /** Only names that begin with this text, ignoring case */
        prefix?: string
        /** Maximum number of names */
        limit?: number
      }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": TagList } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternalOrStorageDamaged
        503: AnswerMetadataUnavailableOrOverloadedOrQueryMemoryOrQueryQuarantinedOrQueryTimeoutOrStartingOrStorageUnavailable
      }
    }
  }
  "/api/tasks": {
    /** Tasks */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
        /** Fields, comma-separated; `-` before a field sorts in descending order */
        ordering?: string
        /** Only tasks of these users; ids, comma-separated */
        owner?: Array<number>
        /** Only tasks assigned to these users: ids or `me`, comma-separated */
        assigned_to?: string
        /** Exact match, ignoring case */
        title?: string
        /** true: only open tasks; false: only closed ones */
        is_open?: boolean
        /** true: only overdue tasks (open and due before now); false: only others */
        is_overdue?: boolean
        /** true: only unassigned tasks; false: only assigned ones */
        unassigned?: boolean
        /** Also tasks of other users; requires manage_tasks */
        show_all?: boolean
      }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": PaginatedTaskList } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPage
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Create a task */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': TaskDraft } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Task } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/tasks/{id}": {
    /** Delete a task; only its owner and users with manage_tasks may */
    delete: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        204: { headers: Record<string, unknown>; content?: never }
        400: AnswerParseError
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** One task */
    get: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Task } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Change a task */
    patch: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: { content: { 'application/json': TaskPatch } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Task } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Replace a task */
    put: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody: { content: { 'application/json': TaskDraft } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Task } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/triggers": {
    /** Triggers, in the order of matching */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
        /** Fields, comma-separated; `-` before a field sorts in descending order */
        ordering?: string
        /** Text in the name, conditions, note, script or address, ignoring case */
        text?: string
        /** Only triggers with these names, comma-separated; * and ? are wildcards; ignores case */
        name?: string
        /** Only triggers with these actions, comma-separated */
        action?: Array<"status" | "note" | "notification" | "email" | "webhook" | "script" | "snmp" | "task">
        /** Only triggers of these users; ids, comma-separated */
        owner?: Array<number>
        /** true: only active triggers; false: only others */
        is_active?: boolean
        /** true: only private triggers; false: only others */
        is_private?: boolean
        /** Exportable fields only: the form that is imported */
        export?: boolean
      }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": PaginatedTriggerList } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPage
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Create a trigger, above all others */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': TriggerDraft } }
      responses: {
        201: { headers: Record<string, unknown>; content: { "application/json": Trigger } }
        400: AnswerParseErrorOrQuerySyntaxOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/triggers-costs": {
    /** Costs of the filters of triggers in ingest */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Array<FilterCost> } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/triggers/dry-run": {
    /** What a trigger would have done */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': TriggerDryRunRequest } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": TriggerDryRun } }
        400: AnswerParseErrorOrQuerySyntaxOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternalOrStorageDamaged
        503: AnswerMetadataUnavailableOrOverloadedOrQueryMemoryOrQueryQuarantinedOrQueryTimeoutOrStartingOrStorageUnavailable
      }
    }
  }
  "/api/triggers/import": {
    /** Import the triggers of a file: all or none */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': ImportTriggersBody } }
      responses: {
        201: { headers: Record<string, unknown>; content: { "application/json": Array<TriggerImport> } }
        400: AnswerParseErrorOrQuerySyntaxOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/triggers/preview": {
    /** Preview the texts of a trigger’s actions for an event */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': TriggerPreviewRequest } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": TriggerPreview } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternalOrStorageDamaged
        503: AnswerMetadataUnavailableOrOverloadedOrQueryMemoryOrQueryQuarantinedOrQueryTimeoutOrStartingOrStorageUnavailable
      }
    }
  }
  "/api/triggers/{id}": {
    /** Delete a trigger with its notifications */
    delete: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        204: { headers: Record<string, unknown>; content?: never }
        400: AnswerParseError
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** One trigger */
    get: {
      parameters: { query?: {
        /** Exportable fields only: the form that is imported */
        export?: boolean
      }; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Trigger | TriggerExport } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Change a trigger, turn it or one of its actions on or off */
    patch: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: { content: { 'application/json': TriggerPatch } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Trigger } }
        400: AnswerParseErrorOrQuerySyntaxOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Replace a trigger; it keeps its position, counts and notifications */
    put: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody: { content: { 'application/json': TriggerDraft } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Trigger } }
        400: AnswerParseErrorOrQuerySyntaxOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/triggers/{id}/clone": {
    /** Copy a trigger for the caller; the copy is disabled */
    post: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: { content: { 'application/json': TriggerClone } }
      responses: {
        201: { headers: Record<string, unknown>; content: { "application/json": Trigger } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/triggers/{id}/move": {
    /** Move a trigger in the order of matching */
    post: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody: { content: { 'application/json': TriggerMove } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Trigger } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/user-names": {
    /** Names of the users who may sign in; needs tasks or manage_users */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
      }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          objects: Array<{
            id: number
            username: string
            fullname: string
          }>
          item_count: number
          page_count: number
          page_number: number
          page_size: number
        } } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPage
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/users": {
    /** Users */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
        /** Fields, comma-separated; `-` before a field sorts in descending order */
        ordering?: string
      }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": PaginatedUserList } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPage
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Create a user */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': UserDraft } }
      responses: {
        201: { headers: Record<string, unknown>; content: { "application/json": User } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/users/me": {
    /** The caller, as a user */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": OwnAccount } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Change the caller’s account; a new password ends the other sessions */
    patch: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: { content: { 'application/json': OwnPatch } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": OwnAccount } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/users/me/preferences": {
    /** Preferences of the caller */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Preferences } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Change some of the caller’s preferences */
    patch: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: { content: { 'application/json': Preferences } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Preferences } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Replace the caller’s preferences */
    put: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: { content: { 'application/json': Preferences } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Preferences } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/users/me/sessions": {
    /** End all of the caller’s sessions except this one */
    delete: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        204: { headers: Record<string, unknown>; content?: never }
        400: AnswerParseError
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Sessions of the caller, most recently used first */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
      }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": PaginatedSessionList } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPage
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/users/me/sessions/{id}": {
    /** End one of the caller’s sessions and its open connections */
    delete: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        204: { headers: Record<string, unknown>; content?: never }
        400: AnswerParseError
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/users/{id}": {
    /** Delete a user and everything it owns: tokens, dashboards, triggers, reports, searches */
    delete: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        204: { headers: Record<string, unknown>; content?: never }
        400: AnswerParseError
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** One user */
    get: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": User } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Change a user; disabling it, or a new password, ends its sessions and live connections */
    patch: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: { content: { 'application/json': UserPatch } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": User } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Replace a user; without a password it keeps its own */
    put: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody: { content: { 'application/json': UserDraft } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": User } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/users/{id}/sessions": {
    /** End all sessions of a user; for the caller, all except this one */
    delete: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        204: { headers: Record<string, unknown>; content?: never }
        400: AnswerParseError
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Sessions of a user, most recently used first */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
      }; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": PaginatedSessionList } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPageOrNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/users/{id}/sessions/{session}": {
    /** End a session of a user and its open connections */
    delete: {
      parameters: { query?: never; header?: never; path: {
        id: number
        /** Id of the session */
        session: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        204: { headers: Record<string, unknown>; content?: never }
        400: AnswerParseError
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/version": {
    /** Versions of the interface and of the program */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          /** Version of the interface */
          version: string
          /** Version of the program */
          millrace: string
        } } }
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/widgets": {
    /** Widgets */
    get: {
      parameters: { query?: {
        /** Page number in the paginated set */
        page?: number
        /** Results per page */
        page_size?: number
        /** Fields, comma-separated; `-` before a field sorts in descending order */
        ordering?: string
        /** Exact match, ignoring case */
        title?: string
        /** Public dashboards of other users instead of the caller’s own */
        public?: boolean
        /** Dashboards of all users; ignored without the permission to manage them */
        show_all?: boolean
        /** Exportable fields only: the form that is imported */
        export?: boolean
      }; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": PaginatedWidgetList } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerInvalidPage
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerAnswerTooLarge
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/api/widgets/{id}": {
    /** Remove a widget */
    delete: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        204: { headers: Record<string, unknown>; content?: never }
        400: AnswerParseError
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** One widget */
    get: {
      parameters: { query?: {
        /** Exportable fields only: the form that is imported */
        export?: boolean
      }; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Widget | WidgetExport } }
        400: AnswerValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Change a widget */
    patch: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody?: { content: { 'application/json': WidgetPatch } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Widget } }
        400: AnswerParseErrorOrQuerySyntaxOrRangeTooDeepOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
    /** Replace a widget */
    put: {
      parameters: { query?: never; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody: { content: { 'application/json': WidgetDraft } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Widget } }
        400: AnswerParseErrorOrQuerySyntaxOrRangeTooDeepOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        409: AnswerConflict
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/elasticsearch/_bulk": {
    /** Send documents through the bulk interface of Elasticsearch */
    post: {
      parameters: { query?: never; header?: {
        /** A repeated batch with the same key and token is counted once within 10 minutes, and refused if its body differs */
        "Idempotency-Key"?: string
        /** How the body is compressed */
        "Content-Encoding"?: "identity" | "gzip" | "deflate" | "zstd" | "snappy"
      }; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': {
        index: Record<string, unknown>
      } } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          /** Milliseconds */
          took: number
          /** Whether an item was refused */
          errors: boolean
          items: Array<Record<string, {
            status: number
          }>>
        } } }
        400: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        401: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        403: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        406: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        408: AnswerRequestTimeout
        413: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        415: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        429: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        431: AnswerHeadersTooLarge
        500: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        503: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
      }
    }
  }
  "/elasticsearch/{index}/_bulk": {
    /** Send documents through the bulk interface of Elasticsearch */
    post: {
      parameters: { query?: never; header?: {
        /** A repeated batch with the same key and token is counted once within 10 minutes, and refused if its body differs */
        "Idempotency-Key"?: string
        /** How the body is compressed */
        "Content-Encoding"?: "identity" | "gzip" | "deflate" | "zstd" | "snappy"
      }; path: {
        /** Name of an index, which becomes a tag of the events */
        index: string
      }; cookie?: never }
      requestBody: { content: { 'application/json': {
        index: Record<string, unknown>
      } } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          /** Milliseconds */
          took: number
          /** Whether an item was refused */
          errors: boolean
          items: Array<Record<string, {
            status: number
          }>>
        } } }
        400: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        401: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        403: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        404: AnswerNotFound
        406: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        408: AnswerRequestTimeout
        413: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        415: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        429: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        431: AnswerHeadersTooLarge
        500: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        503: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
      }
    }
  }
  "/elasticsearch/{index}/_create/{document}": {
    /** Send one document through the interface of Elasticsearch */
    post: {
      parameters: { query?: never; header?: {
        /** A repeated batch with the same key and token is counted once within 10 minutes, and refused if its body differs */
        "Idempotency-Key"?: string
        /** How the body is compressed */
        "Content-Encoding"?: "identity" | "gzip" | "deflate" | "zstd" | "snappy"
      }; path: {
        /** Name of an index, which becomes a tag of the events */
        index: string
        /** Id of the document, returned unchanged; events get their own ids */
        document: string
      }; cookie?: never }
      requestBody: { content: { 'application/json': Record<string, unknown> } }
      responses: {
        201: { headers: Record<string, unknown>; content: { "application/json": {
          result: "created"
        } } }
        400: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        401: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        403: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        404: AnswerNotFound
        406: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        408: AnswerRequestTimeout
        413: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        415: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        429: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        431: AnswerHeadersTooLarge
        500: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        503: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
      }
    }
  }
  "/elasticsearch/{index}/_doc": {
    /** Send one document through the interface of Elasticsearch */
    post: {
      parameters: { query?: never; header?: {
        /** A repeated batch with the same key and token is counted once within 10 minutes, and refused if its body differs */
        "Idempotency-Key"?: string
        /** How the body is compressed */
        "Content-Encoding"?: "identity" | "gzip" | "deflate" | "zstd" | "snappy"
      }; path: {
        /** Name of an index, which becomes a tag of the events */
        index: string
      }; cookie?: never }
      requestBody: { content: { 'application/json': Record<string, unknown> } }
      responses: {
        201: { headers: Record<string, unknown>; content: { "application/json": {
          result: "created"
        } } }
        400: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        401: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        403: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        404: AnswerNotFound
        406: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        408: AnswerRequestTimeout
        413: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        415: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        429: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        431: AnswerHeadersTooLarge
        500: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        503: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
      }
    }
  }
  "/elasticsearch/{index}/_doc/{document}": {
    /** Send one document through the interface of Elasticsearch */
    post: {
      parameters: { query?: never; header?: {
        /** A repeated batch with the same key and token is counted once within 10 minutes, and refused if its body differs */
        "Idempotency-Key"?: string
        /** How the body is compressed */
        "Content-Encoding"?: "identity" | "gzip" | "deflate" | "zstd" | "snappy"
      }; path: {
        /** Name of an index, which becomes a tag of the events */
        index: string
        /** Id of the document, returned unchanged; events get their own ids */
        document: string
      }; cookie?: never }
      requestBody: { content: { 'application/json': Record<string, unknown> } }
      responses: {
        201: { headers: Record<string, unknown>; content: { "application/json": {
          result: "created"
        } } }
        400: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        401: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        403: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        404: AnswerNotFound
        406: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        408: AnswerRequestTimeout
        413: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        415: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        429: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        431: AnswerHeadersTooLarge
        500: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
        503: { headers: Record<string, unknown>; content: { "application/json": ElasticsearchError } }
      }
    }
  }
  "/gelf": {
    /** Send a message in the Graylog Extended Log Format */
    post: {
      parameters: { query?: never; header?: {
        /** A repeated batch with the same key and token is counted once within 10 minutes, and refused if its body differs */
        "Idempotency-Key"?: string
        /** How the body is compressed */
        "Content-Encoding"?: "identity" | "gzip" | "deflate" | "zstd" | "snappy"
      }; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': {
        short_message: string
        host?: string
        full_message?: string
        /** Unix seconds */
        timestamp?: number
        level?: number
      } } }
      responses: {
        202: { headers: Record<string, unknown>; content?: never }
        400: { headers: Record<string, unknown>; content: { "application/json": GelfError } }
        401: { headers: Record<string, unknown>; content: { "application/json": GelfError } }
        403: { headers: Record<string, unknown>; content: { "application/json": GelfError } }
        406: { headers: Record<string, unknown>; content: { "application/json": GelfError } }
        408: AnswerRequestTimeout
        413: { headers: Record<string, unknown>; content: { "application/json": GelfError } }
        415: { headers: Record<string, unknown>; content: { "application/json": GelfError } }
        429: { headers: Record<string, unknown>; content: { "application/json": GelfError } }
        431: AnswerHeadersTooLarge
        500: { headers: Record<string, unknown>; content: { "application/json": GelfError } }
        503: { headers: Record<string, unknown>; content: { "application/json": GelfError } }
      }
    }
  }
  "/incoming": {
    /** Send events */
    post: {
      parameters: { query?: {
        /** Store the valid events of a batch that also has invalid ones */
        partial?: boolean
      }; header?: {
        /** A repeated batch with the same key and token is counted once within 10 minutes, and refused if its body differs */
        "Idempotency-Key"?: string
        /** How the body is compressed */
        "Content-Encoding"?: "identity" | "gzip" | "deflate" | "zstd" | "snappy"
      }; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': IncomingBatch | FirehoseRequest } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          status: "ok"
        } | {
          requestId: string
          /** Unix milliseconds */
          timestamp: number
        } } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        422: { headers: Record<string, unknown>; content: { "application/json": {
          code: string
          detail: string
          errors: Array<{
            index: number
            field: string
            message: string
          }>
          /** Events kept, with partial=true */
          accepted?: number
        } } }
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/incoming/docs": {
    /** How to send events, as a page */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "text/html": string } }
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/incoming/raw": {
    /** Send any JSON as one event */
    post: {
      parameters: { query?: {
        /** Store the valid events of a batch that also has invalid ones */
        partial?: boolean
      }; header?: {
        /** A repeated batch with the same key and token is counted once within 10 minutes, and refused if its body differs */
        "Idempotency-Key"?: string
        /** How the body is compressed */
        "Content-Encoding"?: "identity" | "gzip" | "deflate" | "zstd" | "snappy"
      }; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': unknown } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          status: "ok"
        } } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        422: { headers: Record<string, unknown>; content: { "application/json": {
          code: string
          detail: string
          errors: Array<{
            index: number
            field: string
            message: string
          }>
          /** Events kept, with partial=true */
          accepted?: number
        } } }
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/incoming/raw/{path}": {
    /** Send any JSON as one event, with a name in the path */
    post: {
      parameters: { query?: {
        /** Store the valid events of a batch that also has invalid ones */
        partial?: boolean
      }; header?: {
        /** A repeated batch with the same key and token is counted once within 10 minutes, and refused if its body differs */
        "Idempotency-Key"?: string
        /** How the body is compressed */
        "Content-Encoding"?: "identity" | "gzip" | "deflate" | "zstd" | "snappy"
      }; path: {
        /** The rest of the path; may contain slashes */
        path: string
      }; cookie?: never }
      requestBody: { content: { 'application/json': unknown } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          status: "ok"
        } } }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        422: { headers: Record<string, unknown>; content: { "application/json": {
          code: string
          detail: string
          errors: Array<{
            index: number
            field: string
            message: string
          }>
          /** Events kept, with partial=true */
          accepted?: number
        } } }
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/loki/api/v1/push": {
    /** Send streams of lines with the protocol of Loki */
    post: {
      parameters: { query?: never; header?: {
        /** A repeated batch with the same key and token is counted once within 10 minutes, and refused if its body differs */
        "Idempotency-Key"?: string
        /** How the body is compressed */
        "Content-Encoding"?: "identity" | "gzip" | "deflate" | "zstd" | "snappy"
      }; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': {
        streams: Array<{
          /** Labels */
          stream: Record<string, string>
          /** Lists of: nanoseconds since 1970 as text, the line, structured metadata if there is any */
          values: Array<Array<unknown>>
        }>
      } } }
      responses: {
        204: { headers: Record<string, unknown>; content?: never }
        400: { headers: Record<string, unknown>; content: { "application/json": LokiError } }
        401: { headers: Record<string, unknown>; content: { "application/json": LokiError } }
        403: { headers: Record<string, unknown>; content: { "application/json": LokiError } }
        406: { headers: Record<string, unknown>; content: { "application/json": LokiError } }
        408: AnswerRequestTimeout
        413: { headers: Record<string, unknown>; content: { "application/json": LokiError } }
        415: { headers: Record<string, unknown>; content: { "application/json": LokiError } }
        429: { headers: Record<string, unknown>; content: { "application/json": LokiError } }
        431: AnswerHeadersTooLarge
        500: { headers: Record<string, unknown>; content: { "application/json": LokiError } }
        503: { headers: Record<string, unknown>; content: { "application/json": LokiError } }
      }
    }
  }
  "/mcp": {
    /** Tools for assistants: the Model Context Protocol */
    post: {
      parameters: { query?: never; header?: {
        /** The version that client and server agreed on */
        "mcp-protocol-version"?: string
      }; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': McpMessage } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": McpAnswer } }
        202: { headers: Record<string, unknown>; content?: never }
        400: AnswerParseErrorOrValidation
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        413: AnswerBodyTooLarge
        415: AnswerUnsupportedMediaType
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/metrics": {
    /** The ledger as metrics for Prometheus */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "text/plain": string } }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/ping": {
    /** Whether queries and ingest work */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": {
          status: "OK"
        } } }
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/services/collector": {
    /** Send events through the interface of Splunk's HTTP Event Collector */
    post: {
      parameters: { query?: never; header?: {
        /** A repeated batch with the same key and token is counted once within 10 minutes, and refused if its body differs */
        "Idempotency-Key"?: string
        /** How the body is compressed */
        "Content-Encoding"?: "identity" | "gzip" | "deflate" | "zstd" | "snappy"
      }; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': {
        /** Any JSON except null and '' */
        event: string | Record<string, unknown> | number | boolean | Array<unknown>
        /** Unix seconds */
        time?: number
        host?: string
        source?: string
        sourcetype?: string
        index?: string
        /** User tags */
        fields?: Record<string, unknown>
      } } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        400: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        401: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        403: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        406: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        408: AnswerRequestTimeout
        413: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        415: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        429: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        431: AnswerHeadersTooLarge
        500: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        503: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
      }
    }
  }
  "/services/collector/event": {
    /** Send events through the interface of Splunk's HTTP Event Collector */
    post: {
      parameters: { query?: never; header?: {
        /** A repeated batch with the same key and token is counted once within 10 minutes, and refused if its body differs */
        "Idempotency-Key"?: string
        /** How the body is compressed */
        "Content-Encoding"?: "identity" | "gzip" | "deflate" | "zstd" | "snappy"
      }; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': {
        /** Any JSON except null and '' */
        event: string | Record<string, unknown> | number | boolean | Array<unknown>
        /** Unix seconds */
        time?: number
        host?: string
        source?: string
        sourcetype?: string
        index?: string
        /** User tags */
        fields?: Record<string, unknown>
      } } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        400: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        401: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        403: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        406: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        408: AnswerRequestTimeout
        413: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        415: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        429: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        431: AnswerHeadersTooLarge
        500: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        503: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
      }
    }
  }
  "/services/collector/health": {
    /** Whether events are accepted, in the format of Splunk */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        406: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        408: AnswerRequestTimeout
        431: AnswerHeadersTooLarge
        500: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        503: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
      }
    }
  }
  "/services/collector/raw": {
    /** Send lines through the interface of Splunk's HTTP Event Collector */
    post: {
      parameters: { query?: never; header?: {
        /** A repeated batch with the same key and token is counted once within 10 minutes, and refused if its body differs */
        "Idempotency-Key"?: string
        /** How the body is compressed */
        "Content-Encoding"?: "identity" | "gzip" | "deflate" | "zstd" | "snappy"
      }; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': unknown } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        400: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        401: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        403: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        406: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        408: AnswerRequestTimeout
        413: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        415: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        429: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        431: AnswerHeadersTooLarge
        500: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
        503: { headers: Record<string, unknown>; content: { "application/json": SplunkAnswer } }
      }
    }
  }
  "/v1/logs": {
    /** Send logs by the OpenTelemetry protocol */
    post: {
      parameters: { query?: never; header?: {
        /** A repeated batch with the same key and token is counted once within 10 minutes, and refused if its body differs */
        "Idempotency-Key"?: string
        /** How the body is compressed */
        "Content-Encoding"?: "identity" | "gzip" | "deflate" | "zstd" | "snappy"
      }; path?: never; cookie?: never }
      requestBody: { content: { 'application/json': {
        /** As in an ExportLogsServiceRequest */
        resourceLogs: Array<unknown>
      } } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "application/json": Record<string, unknown> } }
        400: { headers: Record<string, unknown>; content: { "application/json": OtlpError } }
        401: { headers: Record<string, unknown>; content: { "application/json": OtlpError } }
        403: { headers: Record<string, unknown>; content: { "application/json": OtlpError } }
        406: { headers: Record<string, unknown>; content: { "application/json": OtlpError } }
        408: AnswerRequestTimeout
        413: { headers: Record<string, unknown>; content: { "application/json": OtlpError } }
        415: { headers: Record<string, unknown>; content: { "application/json": OtlpError } }
        429: { headers: Record<string, unknown>; content: { "application/json": OtlpError } }
        431: AnswerHeadersTooLarge
        500: { headers: Record<string, unknown>; content: { "application/json": OtlpError } }
        503: { headers: Record<string, unknown>; content: { "application/json": OtlpError } }
      }
    }
  }
  "/version": {
    /** Version of the interface, as plain text for agents */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: Record<string, unknown>; content: { "text/plain": string } }
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
  "/ws/live-updates": {
    /** Websocket of live updates */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody?: never
      responses: {
        101: { headers: Record<string, unknown>; content?: never }
        401: AnswerAuthenticationFailedOrNotAuthenticated
        403: AnswerPermissionDenied
        404: AnswerNotFound
        406: AnswerNotAcceptable
        408: AnswerRequestTimeout
        429: AnswerThrottled
        431: AnswerHeadersTooLarge
        500: AnswerInternal
        503: AnswerMetadataUnavailableOrOverloadedOrStarting
      }
    }
  }
}
