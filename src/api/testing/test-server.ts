import path from 'node:path'
import type { RouteOptions } from 'fastify'
import { ScriptsFolder } from '../../alerts/actions/kinds/script/scripts-folder.ts'
import { TemplateFolder } from '../../metadata/dashboards/templates/template-folder.ts'
import { ArrivalReads } from '../../query/arrivals/arrival-reads.ts'
import { ExtractionReads } from '../../query/extraction/extraction-reads.ts'
import { LogqlReads } from '../../query/logql/logql-reads.ts'
import { immediateTurns, NoEvents } from '../../query/logql/testing/no-events.ts'
import { rangeResolver } from '../../query/range/resolver.ts'
import { openReportRenderer } from '../../reports/worker/renderer.ts'
import type { RetentionLimits } from '../../schema/store/retention.ts'
import { openLog } from '../../telemetry/log.ts'
import { threadTemplateReader } from '../dashboards/template-thread.ts'
import type { App } from '../http/app.ts'
import { IngestMonitor } from '../ingest/ingest-monitor.ts'
import { RetentionService } from '../retention/retention-service.ts'
import { RuleRegistry } from '../rules/rule-registry.ts'
import { RuleWorkers } from '../rules/rule-workers.ts'
import { buildServer } from '../server.ts'
import type { ServerDeps } from '../server-deps.ts'
import { holdToDescription } from './hold-to-description.ts'
import { holdToSchemas } from './hold-to-schemas.ts'
import { openPeople, type TestPeople } from './people.ts'
import { watchRoutes } from './registered-routes.ts'
import { StubQueryService } from './stub-query-service.ts'
import {
  EmptyHistory,
  FixedArchive,
  FixedEvents,
  FixedHosts,
  FixedSpace,
  FixedTags,
  fixedSql,
  RecordingIntake,
} from './stub-sources.ts'
import { openTestReports, type TestReports } from './test-reports.ts'

export interface TestServer {
  app: App
  people: TestPeople
  queryService: StubQueryService
  intake: RecordingIntake
  reports: TestReports
  rules: RuleRegistry
  /** Retention limits that were applied. */
  appliedLimits: RetentionLimits[]
  /** Retention classes set by rules: empty until a test adds some. */
  ruleClasses: string[]
  /** Log lines at warn and above. */
  logLines: string[]
}

/**
 * A server with real metadata and stubs for queries, ingest and the store. Checks every answer against its
 * schema. Closing the app also closes the metadata.
 */
export async function testServer(
  given: Partial<ServerDeps> | ((people: TestPeople) => Partial<ServerDeps>) = {},
): Promise<TestServer> {
  const logLines: string[] = []
  const appliedLimits: RetentionLimits[] = []
  const ruleClasses: string[] = []
  const log = openLog('warn', { write: line => void logLines.push(line) })
  const people = await openPeople(log)
  const options = typeof given === 'function' ? given(people) : given
  const queryService = new StubQueryService()
  const intake = new RecordingIntake()
  const reports = await openTestReports(people.metadata, people.folder)
  const renderer = openReportRenderer({ log: message => logLines.push(message) })
  const rules = new RuleRegistry(path.join(people.folder, 'rules'), people.metadata.ruleFiles)
  await rules.load()
  const ingestMonitor = await IngestMonitor.open({
    intake,
    facts: people.metadata.facts,
    minSilence: 300,
    warn: line => logLines.push(line),
  })
  const retention = new RetentionService({
    stored: people.metadata.retention,
    defaults: { days: 30, bytes: 0 },
    ruleClasses: () => ruleClasses,
    apply: async limits => void appliedLimits.push(limits),
    dueDays: async () => ((appliedLimits.at(-1)?.days ?? 30) < 30 ? ['2026-01-01'] : []),
    warn: line => logLines.push(line),
  })
  const routes: RouteOptions[] = []
  const build = () =>
    buildServer({
      version: '1.2.3',
      timezone: 'UTC',
      rateLimit: 0,
      trustedProxies: [],
      mailDomains: [],
      identity: people.metadata.identity,
      queryService,
      sql: fixedSql,
      extraction: new ExtractionReads({
        store: { runUserSql: async () => ({ columns: [], rows: [] }) },
        turns: immediateTurns,
        resolve: rangeResolver('UTC'),
      }),
      arrivals: new ArrivalReads({
        store: new NoEvents(),
        turns: immediateTurns,
        notes: people.metadata.notes,
        timezone: 'UTC',
      }),
      clockJumps: { within: () => undefined },
      slowQueries: { thresholdMs: 5_000, list: [] },
      renderer,
      widgetQueries: people.metadata.widgetQueries,
      intake,
      ingestMonitor,
      listeners: [],
      metrics: true,
      store: new FixedEvents(),
      notes: people.metadata.notes,
      firedTriggers: people.metadata.firedTriggers,
      triggerResults: people.metadata.triggerResults,
      values: new FixedHosts(),
      tags: new FixedTags(),
      logql: new LogqlReads(new NoEvents(), immediateTurns),
      audit: people.metadata.audit,
      tokens: people.metadata.tokens,
      dashboards: people.metadata.dashboards,
      widgetStore: people.metadata.widgets,
      templateOwners: people.metadata.templateOwners,
      templates: new TemplateFolder(
        path.join(people.folder, 'templates'),
        threadTemplateReader(new RuleWorkers()),
      ),
      reports: reports.service,
      tasks: people.metadata.tasks,
      triggers: people.metadata.triggers,
      notifications: people.metadata.notifications,
      mailUsers: people.metadata.reports,
      actionHistory: people.metadata.actionHistory,
      history: new EmptyHistory(),
      ownerHosts: async () => ['*'],
      silences: people.metadata.silences,
      scripts: new ScriptsFolder(path.join(people.folder, 'scripts')),
      savedSearches: people.metadata.savedSearches,
      rules,
      users: people.metadata.users,
      preferences: people.metadata.preferences,
      sessions: people.metadata.sessions,
      groups: people.metadata.groups,
      space: new FixedSpace(),
      keptSizes: people.metadata.keptSizes,
      retention,
      archive: new FixedArchive(),
      pageSettings: people.metadata.pageSettings,
      legalHolds: people.metadata.legalHolds,
      forwarders: people.metadata.forwarders,
      log,
      ready: () => true,
      daysToRewrite: () => 0,
      ...options,
    })
  const app = await watchRoutes(build, route => routes.push(route))
  app.addHook('onClose', async () => {
    await ingestMonitor.close()
    await retention.close()
    await reports.close()
    await renderer.close()
    await people.close()
  })
  holdToSchemas(app, routes)
  holdToDescription(app, routes)
  return { app, people, queryService, intake, reports, rules, appliedLimits, ruleClasses, logLines }
}

export function portOf(app: App): number {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return address.port
}
