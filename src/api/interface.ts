import { NotificationFeed } from '../alerts/notifications/notification-feed.ts'
import { PasswordPolicy } from '../metadata/people/password-policy.ts'
import { filterSchemas } from '../schema/filter/condition.ts'
import type { Zone } from '../time/zone.ts'
import { actionRoutes } from './actions/routes.ts'
import { archiveRoutes } from './archive/routes.ts'
import { installAudit } from './audit/install-audit.ts'
import { auditRoutes } from './audit/routes.ts'
import { installGuard } from './auth/guard.ts'
import { signInRoutes } from './auth/sign-in/routes.ts'
import { dashboardRoutes } from './dashboards/routes.ts'
import { docsRoutes } from './description/docs-page.ts'
import { descriptionRoutes } from './description/routes.ts'
import { fixedDictionaryRoutes } from './dictionaries/fixed.ts'
import { recentDictionaryRoute } from './dictionaries/recent.ts'
import { arrivalsRoute } from './events/arrivals-route.ts'
import { extractionRoute } from './events/extraction-route.ts'
import { eventRoutes } from './events/routes.ts'
import { forwarderRoutes } from './forwarders/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { requireAcceptable } from './http/answers/accept.ts'
import { installCompression } from './http/answers/compression.ts'
import type { App } from './http/app.ts'
import { installBodyParsers } from './http/bodies/bodies.ts'
import { installValidation } from './http/validation/validation.ts'
import { incomingRoutes } from './incoming/routes.ts'
import { ingestRoutes } from './ingest/routes.ts'
import { ledgerRoutes } from './ledger/routes.ts'
import { legalHoldRoutes } from './legal-holds/routes.ts'
import { listenerRoutes } from './listeners/routes.ts'
import { LiveHub } from './live/hub.ts'
import { liveLimits, liveRoutes } from './live/routes.ts'
import { lokiRoutes } from './loki/routes.ts'
import { mailerRoute } from './mailer/routes.ts'
import { mcpRoute } from './mcp/routes.ts'
import { forwardQueries } from './nodes/forward-queries.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { pageSettingsRoutes } from './page-settings/routes.ts'
import { groupRoutes } from './people/group-routes.ts'
import { ownAccountRoutes } from './people/own-account.ts'
import { ownPreferencesRoutes } from './people/own-preferences.ts'
import { sessionRoutes } from './people/sessions.ts'
import { userNameRoute } from './people/user-names.ts'
import { userRoutes } from './people/user-routes.ts'
import { exportRoute } from './queries/export.ts'
import { nameMissingDays } from './queries/name-missing-days.ts'
import { queryRoutes } from './queries/routes.ts'
import { seeAcknowledged } from './queries/see-acknowledged.ts'
import { reportRoutes } from './reports/routes.ts'
import { retentionRoutes } from './retention/routes.ts'
import { ruleRoutes } from './rules/routes.ts'
import { savedSearchRoutes } from './searches/routes.ts'
import type { ServerDeps } from './server-deps.ts'
import { silenceRoutes } from './silences/routes.ts'
import { slowQueryRoutes } from './slow-queries/routes.ts'
import { spaceRoutes } from './space/routes.ts'
import { sqlRoutes } from './sql/routes.ts'
import { statusRoutes } from './status/routes.ts'
import { tagRoutes } from './tags/routes.ts'
import { taskRoutes } from './tasks/routes.ts'
import { tokenRoutes } from './tokens/routes.ts'
import { triggerRoutes } from './triggers/routes.ts'
import { widgetRoutes } from './widgets/routes.ts'

const mebibyte = 1024 * 1024

/**
 * Registers all routes except the page's. Each route authenticates its caller unless its access is public.
 * Fastify runs hooks in the order in which the calls below install them.
 */
export async function registerInterface(app: App, deps: ServerDeps, zone: Zone): Promise<void> {
  const { identity, queryService } = deps
  const { visibility } = deps.ingestMonitor
  requireAcceptable(app)
  installGuard(app, deps)
  installAudit(app, deps.audit)
  installValidation(app)
  const minRate = deps.minBodyRate ?? 0
  installBodyParsers(app, { maxBytes: deps.maxBodyBytes ?? mebibyte, minRate })
  await installCompression(app)
  if (deps.nodes !== undefined) forwardQueries(app, deps.nodes)
  seeAcknowledged(app, deps.intake)
  nameMissingDays(app, deps.missingDays)

  for (const schema of Object.values(filterSchemas)) app.addSchema(schema)
  await descriptionRoutes(app, deps.version)
  docsRoutes(app)
  statusRoutes(app, deps)
  signInRoutes(app, deps)
  queryRoutes(app, deps)
  exportRoute(app, deps)
  sqlRoutes(app, deps.sql)
  arrivalsRoute(app, deps.arrivals)
  extractionRoute(app, deps.extraction)
  eventRoutes(app, { ...deps, zone, visibility })
  savedSearchRoutes(app, deps)
  tokenRoutes(app, deps)
  dashboardRoutes(app, deps)
  widgetRoutes(app, { widgets: deps.widgetStore, queryService })
  reportRoutes(app, deps)
  taskRoutes(app, deps.tasks, visibility)
  triggerRoutes(app, { ...deps, visibility })
  actionRoutes(app, { ...deps, visibility })
  silenceRoutes(app, { ...deps, visibility })
  notificationRoutes(app, { notifications: deps.notifications, visibility })
  mailerRoute(app, deps)
  ruleRoutes(app, deps.rules)
  ledgerRoutes(app, deps)
  ingestRoutes(app, deps.ingestMonitor)
  listenerRoutes(app, deps.listeners)
  spaceRoutes(app, deps.space)
  slowQueryRoutes(app, deps)
  mcpRoute(app, deps)
  healthRoutes(app, deps)
  archiveRoutes(app, deps.archive)
  retentionRoutes(app, deps.retention)
  pageSettingsRoutes(app, deps.pageSettings)
  legalHoldRoutes(app, deps.legalHolds)
  forwarderRoutes(app, deps)
  const people = { ...deps, passwords: deps.passwords ?? new PasswordPolicy() }
  userRoutes(app, people)
  userNameRoute(app, people)
  ownAccountRoutes(app, people)
  ownPreferencesRoutes(app, deps.preferences)
  sessionRoutes(app, deps)
  groupRoutes(app, deps.groups)
  auditRoutes(app, deps.audit)
  fixedDictionaryRoutes(app)
  recentDictionaryRoute(app, deps.values)
  tagRoutes(app, deps.tags)
  const limits = { ...liveLimits, ...deps.live }
  const hub = new LiveHub(identity, limits, app.log)
  liveRoutes(app, {
    queryService,
    hub,
    widgets: deps.widgetQueries,
    notifications: new NotificationFeed({
      notifications: deps.notifications,
      visibility,
      log: (message, error) => app.log.error({ err: error }, message),
    }),
    limits,
    nodes: deps.nodes,
    sharesEvents: deps.sharesEvents ?? false,
  })
  // In scopes of their own: their error handlers and body parsers must not apply to other routes.
  await app.register(async (scope: App) => lokiRoutes(scope, { ...deps, hub }))
  await app.register(async (scope: App) =>
    incomingRoutes(scope, {
      intake: deps.intake,
      queryService,
      maxBodyBytes: deps.maxIncomingBodyBytes ?? 64 * mebibyte,
      minRate,
      maxTokenPercent: deps.incomingTokenShare ?? 50,
    }),
  )
}
