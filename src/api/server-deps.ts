import type { FastifyBaseLogger } from 'fastify'
import type { GeoipSource } from '../geoip/geoip-file.ts'
import type { Certificates } from '../ingest/listen/certificates.ts'
import type { Intake } from '../ingest/worker/intake.ts'
import type { WidgetQueries } from '../metadata/dashboards/widget-queries.ts'
import type { Forwarders } from '../metadata/forwarding/forwarders.ts'
import type { Directory, Identity } from '../metadata/identity/identity.ts'
import type { StoredPageSettings } from '../metadata/page-settings/stored-page-settings.ts'
import type { PasswordPolicy } from '../metadata/people/password-policy.ts'
import type { KeptSize } from '../metadata/repository/quotas.ts'
import type { LegalHolds } from '../metadata/retention/legal-holds.ts'
import type { FiredTriggers } from '../metadata/triggers/fired-triggers.ts'
import type { TriggerResults } from '../metadata/triggers/trigger-results.ts'
import type { ArrivalReads } from '../query/arrivals/arrival-reads.ts'
import type { TagList } from '../query/dictionaries/tag-list.ts'
import type { ExtractionReads } from '../query/extraction/extraction-reads.ts'
import type { SlowQueries } from '../query/life/slow-queries.ts'
import type { QueryService } from '../query/query-service.ts'
import type { SnapshotSource } from '../query/snapshot.ts'
import type { SqlQueries } from '../query/user-sql/sql-queries.ts'
import type { ReportRenderer } from '../reports/document/job.ts'
import type { FilterCost } from '../schema/filter/filter-cost.ts'
import type { Listener } from '../schema/intake/listener.ts'
import type { ClockJumps } from '../telemetry/clock-watch.ts'
import type { ActionDeps } from './actions/routes.ts'
import type { ArchiveSource } from './archive/routes.ts'
import type { AuditRepository } from './audit/install-audit.ts'
import type { OidcSignIn } from './auth/oidc/oidc-sign-in.ts'
import type { DashboardDeps } from './dashboards/deps.ts'
import type { ValueSource } from './dictionaries/recent.ts'
import type { EventSource } from './events/find-event.ts'
import type { NoteRepository } from './events/note-routes.ts'
import type { ForwarderDeps } from './forwarders/routes.ts'
import type { AnswerBounds } from './http/connections/waiting-answers.ts'
import type { IngestMonitor } from './ingest/ingest-monitor.ts'
import type { LiveLimits } from './live/routes.ts'
import type { LokiDeps } from './loki/routes.ts'
import type { MailerDeps } from './mailer/routes.ts'
import type { NodeLinks } from './nodes/node-links.ts'
import type { NotificationRepository } from './notifications/routes.ts'
import type { GroupRepository } from './people/group-routes.ts'
import type { PreferencesRepository } from './people/own-preferences.ts'
import type { SessionRepository } from './people/sessions.ts'
import type { UserRepository } from './people/user-routes.ts'
import type { ReportDeps } from './reports/deps.ts'
import type { RetentionService } from './retention/retention-service.ts'
import type { RuleRegistry } from './rules/rule-registry.ts'
import type { SavedSearchDeps } from './searches/routes.ts'
import type { SilenceDeps } from './silences/routes.ts'
import type { SpaceSource } from './space/space-source.ts'
import type { EventEngine, EventServer } from './status/event-engine.ts'
import type { TaskRepository } from './tasks/routes.ts'
import type { TokenRepository } from './tokens/routes.ts'
import type { TriggerDeps } from './triggers/deps.ts'
import type { WidgetDeps } from './widgets/routes.ts'

/** Everything that the HTTP server and its routes need: settings, repositories and services. */
export interface ServerDeps {
  version: string
  /** IANA name of the zone for dates in events. */
  timezone: string
  /** Maximum bytes of a body in the API; by default 1 MiB. */
  maxBodyBytes?: number
  /** Maximum bytes of a body in /incoming; by default 64 MiB. */
  maxIncomingBodyBytes?: number
  /** Minimum bytes per second of a body after ten seconds; by default any number. */
  minBodyRate?: number
  /** Maximum percentage of the room for /incoming bodies that one token may use; by default 50. */
  incomingTokenShare?: number
  /** Bounds of unread answers, instead of the defaults. */
  answers?: Partial<AnswerBounds>
  /** Maximum open connections; unlimited if absent. */
  maxConnections?: number
  /** Maximum open connections of one address that is not a trusted proxy; unlimited if absent. */
  maxConnectionsPerAddress?: number
  /** Maximum requests per minute of a token, 0 = no limit. */
  rateLimit: number
  /** Addresses or networks of trusted proxies, for X-Forwarded-*. */
  trustedProxies: readonly string[]
  /** Public URL of this service; by default taken from the request. */
  publicUrl?: string | undefined
  /** Host names of this service (`ownHostNames`); absent: any. */
  ownHosts?: ReadonlySet<string> | undefined
  /** Certificates of an HTTPS server; without them it is an HTTP server. */
  certificates?: Certificates | undefined
  /**
   * Days for which browsers use only HTTPS, if the public URL is https; by default 0, which sends no header.
   */
  hstsDays?: number
  /** Whether `hstsDays` also applies to subdomains. */
  hstsSubdomains?: boolean
  identity: Identity
  /** Signs users in at a provider; absent: not configured. */
  oidc?: OidcSignIn | undefined
  /** Checks passwords of company accounts; absent: not configured. */
  directory?: Directory | undefined
  /** Domains that reports may be mailed to; empty allows all. */
  mailDomains: readonly string[]
  queryService: QueryService & Pick<SnapshotSource, 'snapshot'>
  /** Answers SELECTs of users; absent: disabled. */
  sql?: Pick<SqlQueries, 'run'> | undefined
  arrivals: Pick<ArrivalReads, 'read'>
  extraction: Pick<ExtractionReads, 'read'>
  clockJumps: Pick<ClockJumps, 'within'>
  slowQueries: Pick<SlowQueries, 'thresholdMs' | 'list'>
  /** The other nodes; absent without any. */
  nodes?: NodeLinks | undefined
  /** Whether all nodes read the same events. Then one of them evaluates a widget for the others. */
  sharesEvents?: boolean
  renderer: ReportRenderer
  /** The queries of widgets, for live updates. */
  widgetQueries: WidgetQueries
  intake: Pick<Intake, 'submitIncoming' | 'submitShipper' | 'counters' | 'whenSearchable'>
  ingestMonitor: IngestMonitor
  listeners: readonly Listener[]
  /** Whether GET /metrics is served. */
  metrics: boolean
  /** Reads events by id, and the times of their occurrences. */
  store: EventSource
  notes: NoteRepository
  firedTriggers: Pick<FiredTriggers, 'ofEvents'>
  triggerResults: Pick<TriggerResults, 'ofEvent' | 'ofEvents'>
  /** Values of fields, for suggestions. */
  values: ValueSource
  tags: Pick<TagList, 'list'>
  /** Locations of IP addresses; absent without a GeoIP file. */
  geoip?: GeoipSource | undefined
  logql: LokiDeps['logql']
  audit: AuditRepository
  tokens: TokenRepository
  dashboards: DashboardDeps['dashboards']
  widgetStore: WidgetDeps['widgets']
  templates: DashboardDeps['templates']
  templateOwners: DashboardDeps['templateOwners']
  reports: ReportDeps['reports']
  tasks: TaskRepository
  triggers: TriggerDeps['triggers']
  scripts: TriggerDeps['scripts']
  /** Whether the settings have an SNMP trap target, for triggers without one. */
  hasSnmpTarget?: TriggerDeps['hasSnmpTarget']
  /** Past matches, for dry runs. */
  history: TriggerDeps['history']
  /** Hosts that the owner of a trigger may see. */
  ownerHosts: TriggerDeps['ownerHosts']
  /** Brings changed triggers into force before a change is answered. */
  applyTriggers?: () => Promise<void>
  /** Costs of triggers' filters in ingest. */
  triggerCosts?: () => Promise<readonly FilterCost[]>
  notifications: NotificationRepository
  silences: SilenceDeps['silences']
  forwarders: ForwarderDeps['forwarders'] & Pick<Forwarders, 'all'>
  applyForwarders?: ForwarderDeps['applyForwarders']
  testForwarder?: ForwarderDeps['testForwarder']
  /** Brings changed silences into force before a change is answered. */
  applySilences?: () => Promise<void>
  actionHistory: ActionDeps['actionHistory']
  wakeActions?: ActionDeps['wakeActions']
  /** Absent: this service sends no mail. */
  mailer?: MailerDeps['mailer']
  mailUsers: MailerDeps['mailUsers']
  savedSearches: SavedSearchDeps['savedSearches']
  rules: RuleRegistry
  users: UserRepository
  preferences: PreferencesRepository
  sessions: SessionRepository
  /** Rules for new passwords; by default at least 8 characters. */
  passwords?: PasswordPolicy
  groups: GroupRepository
  space: SpaceSource
  /** Sizes of all users' objects, by kind of object. */
  keptSizes: () => Promise<readonly KeptSize[]>
  retention: Pick<RetentionService, 'get' | 'change'>
  /** The archive of old days; absent without one. */
  archive?: ArchiveSource | undefined
  pageSettings: Pick<StoredPageSettings, 'get' | 'change'>
  legalHolds: Pick<LegalHolds, 'list' | 'get' | 'place' | 'lift'>
  log: FastifyBaseLogger
  /** Whether queries and ingest work. */
  ready(): boolean
  /** The servers with the events; absent if the events are in the data folder. */
  eventServers?: readonly EventServer[]
  /** The engine of the data folder; absent if servers have the events. */
  eventEngine?: EventEngine
  /** Parts of events that the engine of the data folder cannot read; answers do not include their events. */
  unreadableParts?: () => readonly string[]
  /** The days of the unreadable parts. */
  missingDays?: () => readonly string[]
  /** Number of days stored by an older version that are not rewritten yet. */
  daysToRewrite(): number
  /** Folder of the built page; absent: only the API is served. */
  webRoot?: string
  /** Limits of live updates, instead of the defaults. */
  live?: Partial<LiveLimits>
}
