import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ScriptsFolder } from '../../alerts/actions/kinds/script/scripts-folder.ts'
import { threadTemplateReader } from '../../api/dashboards/template-thread.ts'
import { NodeLinks } from '../../api/nodes/node-links.ts'
import { RuleWorkers } from '../../api/rules/rule-workers.ts'
import { buildServer } from '../../api/server.ts'
import type { ServerDeps } from '../../api/server-deps.ts'
import { boundListeners } from '../../ingest/listen/bound-listeners.ts'
import type { IngestSettings } from '../../ingest/worker/ingest-settings.ts'
import { TemplateFolder } from '../../metadata/dashboards/templates/template-folder.ts'
import type { NodeDirectory } from '../../metadata/nodes/directory.ts'
import type { Metadata } from '../../metadata/open.ts'
import { PasswordPolicy } from '../../metadata/people/password-policy.ts'
import { ArrivalReads } from '../../query/arrivals/arrival-reads.ts'
import { RecentValues } from '../../query/dictionaries/recent-values.ts'
import { TagList } from '../../query/dictionaries/tag-list.ts'
import { ExtractionReads } from '../../query/extraction/extraction-reads.ts'
import { LogqlReads } from '../../query/logql/logql-reads.ts'
import { rangeResolver } from '../../query/range/resolver.ts'
import { httpSettings } from '../settings/http-settings.ts'
import { ldapDirectory, oidcSignIn } from '../settings/sign-in-settings.ts'
import { archiveSource } from './archive-source.ts'
import type { startAlerts } from './start-alerts.ts'
import type { StartContext } from './start-context.ts'
import type { startForwarding } from './start-forwarding.ts'
import type { startIngest } from './start-ingest.ts'
import type { startQueries } from './start-queries.ts'
import type { StartedStore } from './start-store.ts'

/** Maximum time to close the server. Live connections need less (api/live/hub.ts). */
const serverCloseMs = 3_000

/** What the steps before have opened. */
interface StartedRooms
  extends Pick<
    ServerDeps,
    'version' | 'certificates' | 'geoip' | 'ingestMonitor' | 'clockJumps' | 'space' | 'retention' | 'ready'
  > {
  metadata: Metadata
  startedStore: StartedStore
  ingest: Awaited<ReturnType<typeof startIngest>>
  listeners: IngestSettings['listeners']
  queries: Awaited<ReturnType<typeof startQueries>>
  alerts: Awaited<ReturnType<typeof startAlerts>>
  forwarding: Awaited<ReturnType<typeof startForwarding>>
  scripts: ScriptsFolder
  nodes: NodeDirectory | undefined
}

/** Serves HTTP and websockets. Returns the server and its port. */
export async function startServer({ settings, log, closing }: StartContext, rooms: StartedRooms) {
  const { metadata, ingest, queries, alerts, forwarding, nodes, listeners, startedStore, ...others } = rooms
  const { store, ...storeHealth } = startedStore
  const { intake, rules, triggers, silences } = ingest
  const { timezone } = settings
  const { queryService } = queries
  const templateThreads = new RuleWorkers()
  const server = await buildServer({
    // Repositories, queries and other parts that have the same name in ServerDeps.
    ...metadata,
    ...queries,
    ...forwarding,
    ...storeHealth,
    ...others,
    ...httpSettings(settings),
    timezone,
    maxBodyBytes: settings.bodyLimit,
    maxIncomingBodyBytes: settings.incomingLimit,
    incomingTokenShare: settings.incomingTokenShare,
    minBodyRate: settings.minBodyRate,
    live: { maxPerUser: settings.websocketsPerUser, maxPerScopedToken: settings.websocketsPerScopedToken },
    mailDomains: settings.mailDomains,
    metrics: settings.metrics === 'token',
    hasSnmpTarget: settings.snmpTarget !== undefined,
    oidc: oidcSignIn(settings, metadata.keyring, log),
    directory: ldapDirectory(settings, log),
    passwords: new PasswordPolicy(settings.passwordMinLength, settings.passwordWords),
    widgetStore: metadata.widgets,
    mailUsers: metadata.reports,
    templates: new TemplateFolder(
      settings.templatesDir ?? path.join(settings.dataDir, 'templates'),
      threadTemplateReader(templateThreads),
    ),
    async ownerHosts(userId) {
      const rights = await metadata.reports.getOwnerRights(userId)
      return rights?.permissions.has('triggers') === true ? rights.hosts : []
    },
    store,
    archive: store.archivedDays && archiveSource(store.archivedDays),
    history: queryService,
    extraction: new ExtractionReads({ store, turns: queryService, resolve: rangeResolver(timezone) }),
    arrivals: new ArrivalReads({ store, turns: queryService, notes: metadata.notes, timezone }),
    values: new RecentValues(store),
    tags: new TagList(store, timezone),
    logql: new LogqlReads(store, queryService),
    intake,
    rules,
    listeners: boundListeners(listeners, intake.addresses, timezone),
    nodes: nodes && new NodeLinks(nodes, text => metadata.keyring.sign(text)),
    sharesEvents: settings.clickhouseUrl !== undefined,
    applyTriggers: () => triggers.refresh(),
    triggerCosts: () => triggers.costs(),
    applySilences: () => silences.refresh(),
    wakeActions: () => alerts.actions.wake(),
    mailer: alerts.mailer,
    log,
    webRoot: fileURLToPath(new URL('../../../dist/web', import.meta.url)),
  })
  closing.defer(() => templateThreads.close())
  // Clients may read long answers slowly.
  closing.defer(() => server.close(), { maxMs: serverCloseMs })
  await server.listen({ host: settings.httpHost, port: settings.httpPort })
  const bound = server.server.address()
  const port = bound !== null && typeof bound === 'object' ? bound.port : settings.httpPort
  return { server, port }
}
