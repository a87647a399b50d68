import path from 'node:path'
import type { RouteOptions } from 'fastify'
import { TemplateFolder } from '../../metadata/dashboards/template-folder.ts'
import { openReportMaker } from '../../reports/maker.ts'
import { openLog } from '../../telemetry/log.ts'
import type { App } from '../app.ts'
import { RuleBook } from '../rules/rule-book.ts'
import { buildServer, type ServerDeps } from '../server.ts'
import { holdToDescription } from './hold-to-description.ts'
import { holdToSchemas } from './hold-to-schemas.ts'
import { openPeople, type People } from './people.ts'
import { watchRoutes } from './registered-routes.ts'
import { openTestReports, type TestReports } from './report-shelf.ts'
import { OneTag, OpenIntake, TwoEvents, TwoHosts } from './shelves.ts'
import { StandingDesk } from './standing-desk.ts'

export interface TestServer {
  app: App
  people: People
  desk: StandingDesk
  intake: OpenIntake
  reports: TestReports
  rules: RuleBook
  /** Log lines at warn and above. */
  logged: string[]
}

/**
 * The server on real metadata, with stand-ins for the desk, ingest and the store behind it, every answer held to the
 * schema that its route declares. Closing the app closes the metadata too.
 */
export async function testServer(options: Partial<ServerDeps> = {}): Promise<TestServer> {
  const logged: string[] = []
  const log = openLog('warn', { write: line => void logged.push(line) })
  const people = await openPeople(log)
  const desk = new StandingDesk()
  const intake = new OpenIntake()
  const reports = await openTestReports(people.metadata, people.folder)
  // Its threads start with the first file.
  const maker = openReportMaker({ log: message => logged.push(message) })
  const rules = new RuleBook(path.join(people.folder, 'rules'), people.metadata.ruleFiles)
  await rules.load()
  const routes: RouteOptions[] = []
  const build = () =>
    buildServer({
      version: '1.2.3',
      timezone: 'UTC',
      rateLimit: 0,
      trustedProxies: [],
      mailDomains: [],
      identity: people.metadata.identity,
      desk,
      maker,
      widgets: people.metadata.widgetQueries,
      intake,
      listeners: [],
      metrics: true,
      store: new TwoEvents(),
      values: new TwoHosts(),
      tags: new OneTag(),
      tokens: people.metadata.tokens,
      dashboards: people.metadata.dashboards,
      widgetShelf: people.metadata.widgets,
      templates: new TemplateFolder(path.join(people.folder, 'templates')),
      reports: reports.desk,
      tasks: people.metadata.tasks,
      rules,
      users: people.metadata.users,
      groups: people.metadata.groups,
      log,
      ready: () => true,
      ...options,
    })
  const app = await watchRoutes(build, route => routes.push(route))
  app.addHook('onClose', async () => {
    await reports.close()
    await maker.close()
    await people.close()
  })
  holdToSchemas(app, routes)
  holdToDescription(app)
  return { app, people, desk, intake, reports, rules, logged }
}

/** The port that a listening server got. */
export function portOf(app: App): number {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return address.port
}
