import { hostname } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import packageFile from '../package.json' with { type: 'json' }
import { RuleRegistry } from './api/rules/rule-registry.ts'
import { buildServer } from './api/server.ts'
import { feedDemo } from './cli/demo/feed.ts'
import { GeoipFile } from './geoip/geoip-file.ts'
import type { ReplayedSpool } from './ingest/intake.ts'
import { boundListeners } from './ingest/listen/bound-listeners.ts'
import { openIntake } from './ingest/open-intake.ts'
import { highCardinalityTags } from './ingest/rules/high-cardinality.ts'
import { ingestSettings } from './ingest-settings.ts'
import { bootstrap } from './metadata/bootstrap.ts'
import { TemplateFolder } from './metadata/dashboards/template-folder.ts'
import { lockFolder } from './metadata/folder-lock.ts'
import { openMetadata } from './metadata/open.ts'
import { PasswordPolicy } from './metadata/people/password-policy.ts'
import { restrictDataFolder } from './metadata/restrict-folder.ts'
import { RunMarker } from './metadata/run-marker.ts'
import { openPortsNotice } from './open-ports.ts'
import { RecentValues } from './query/dictionaries/recent-values.ts'
import { TagList } from './query/dictionaries/tag-list.ts'
import { noNotifications } from './query/kinds/notifications.ts'
import { openQueryService } from './query/life/open.ts'
import { openReports } from './reports/open-reports.ts'
import { openReportRenderer } from './reports/renderer.ts'
import type { RuleFile } from './schema/rule.ts'
import type { Settings } from './schema/settings.ts'
import { openEmbeddedStore } from './storage/embedded/open.ts'
import { FigureQueue } from './storage/figures/queue.ts'
import type { Read } from './storage/store.ts'
import { HostReader } from './telemetry/host/read-host.ts'
import { sampleHost } from './telemetry/host/sampler.ts'
import { type Log, openLog } from './telemetry/log.ts'

/** Events that deduplication takes up after a restart, at most. */
const maxRecentEvents = 200_000

/** The version of this program, as package.json says. */
export const { version } = packageFile

/** The running product. */
export interface Running {
  url: string
  /** Reads certificates of listeners that have been replaced, at once. */
  reloadCertificates(): Promise<void>
  /** Ends everything in reverse order. Resolves when all of it is on disk. */
  close(): Promise<void>
}

/** Opens the rooms in the order of the data, tells of them on standard output, and answers when everything works. */
export async function start(
  settings: Settings,
  print: (line: string) => void,
  onIngestDeath: () => void,
): Promise<Running> {
  const log = openLog(settings.logLevel)
  const closing: (() => Promise<void> | void)[] = []
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end()
  }
  let ready = false
  try {
    // First of all, for it reads a file that people write, and nothing has been opened yet.
    const bounds = ingestSettings(settings)
    const warn = (message: string) => log.warn({ room: 'query' }, message)
    const geoip =
      settings.geoipFile === undefined ? undefined : await GeoipFile.open(settings.geoipFile, warn)
    closing.push(() => geoip?.close())
    // Whatever is made from now on, the engine's files too, is for this user alone.
    process.umask(0o077)
    closing.push(lockFolder(settings.dataDir))
    await restrictDataFolder(settings.dataDir, message => log.warn({ room: 'metadata' }, message))
    const metadata = await openMetadata({
      folder: settings.dataDir,
      sessionAge: settings.sessionAge * 86_400,
      log,
    })
    closing.push(() => metadata.close())
    const made = await bootstrap(metadata, settings)

    const widest = Number((await metadata.facts.get('widest_window')) ?? 0)
    const window = Math.max(widest, settings.dedupWindow)
    if (window > widest) await metadata.facts.set('widest_window', String(window))
    const store = await openEmbeddedStore({
      folder: path.join(settings.dataDir, 'events'),
      memory: settings.engineMemory,
      window,
      retentionDays: settings.retentionDays,
      log: message => log.warn({ room: 'storage' }, message),
    })
    closing.push(() => store.close())
    const figureQueue = new FigureQueue(
      (rows, repeated) => store.figures.append(rows, repeated),
      message => log.warn({ room: 'storage' }, message),
    )
    closing.push(() => figureQueue.close())
    const highest = await store.highestId()
    await metadata.eventIds.skipPast(highest)

    const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 60 }
    const rules = new RuleRegistry(
      settings.rulesDir ?? path.join(settings.dataDir, 'rules'),
      metadata.ruleFiles,
      settings.automaticFields,
    )
    await rules.load()
    for (const line of rules.faults) log.warn({ room: 'ingest' }, `Rules are not in force: ${line}`)
    for (const line of rules.warnings) log.warn({ room: 'ingest' }, `Rules: ${line}`)
    const ingest = { ...bounds, rules: rules.activeFiles }
    const run = new RunMarker(metadata.facts, metadata.clock)
    const unfinished = await run.begin()
    closing.push(() => run.end())
    const intake = await openIntake(ingest, {
      sink: batches => store.append(...batches),
      abandon: sequence => store.abandon(sequence),
      reserveIds: async size => (await metadata.eventIds.reserveBlock(size)).first,
      async *recentEvents() {
        const from = Math.floor(Date.now() / 1000) - settings.dedupWindow - settings.timeToleranceAhead
        for await (const events of store.recent(from, maxRecentEvents, read)) {
          yield events.toReversed().map(({ ts, ...event }) => ({ ...event, first: ts }))
        }
      },
      recordFigures: rows => figureQueue.add(rows),
      warn: message => log.warn({ room: 'ingest' }, message),
      onDeath(error) {
        log.fatal({ room: 'ingest', err: error }, 'the ingest worker has died')
        onIngestDeath()
      },
    })
    closing.push(() => intake.close())
    logPreviousRun(log, unfinished, intake.replayed)
    const hasFields = settings.automaticFields.length > 0 || settings.extraFields === 'all'
    const leaveOut = (files: readonly RuleFile[]): void =>
      store.rollups.excludeTags(highCardinalityTags(files, hasFields))
    leaveOut(rules.activeFiles)
    rules.attachEngine({
      async setRules(files) {
        leaveOut(files)
        await intake.setRules(files)
      },
      ruleCounts: () => intake.ruleCounts(),
    })
    const host = new HostReader()
    closing.push(
      sampleHost(
        () => host.read(),
        rows => figureQueue.add(rows),
      ),
    )

    const { figures, counts } = store
    const sources = { figures, counts, tasks: metadata.tasks, notifications: noNotifications }
    const queryService = openQueryService({
      store,
      sources,
      widgets: metadata.widgetQueries,
      timezone: settings.timezone,
      log: (message, error) => log.error({ room: 'query', err: error }, message),
      limits: {
        idleTimeoutMs: settings.queryTtl * 1000,
        shortTimeoutSeconds: Math.min(60, settings.queryTimeout),
        longTimeoutSeconds: settings.queryTimeout,
      },
    })
    closing.push(() => queryService.close())
    const renderer = openReportRenderer({
      exportMax: settings.exportMax,
      log: (message, error) => log.error({ room: 'reports', err: error }, message),
    })
    closing.push(() => renderer.close())
    const reports = await openReports({
      stored: metadata.reports,
      dashboards: metadata.dashboards,
      source: queryService,
      renderer,
      folder: path.join(settings.dataDir, 'reports'),
      timezone: settings.timezone,
      retentionDays: settings.reportRetention,
      timeoutSeconds: settings.reportTimeout,
      limits: {
        owner: settings.reportDiskOwner,
        all: settings.reportDisk,
        // Below the floor nothing is taken in: reports stop well before.
        keepFree: 2 * settings.diskFloor,
      },
      mail: {
        url: settings.smtpUrl,
        from: settings.mailFrom,
        attachmentMax: settings.mailAttachmentMax,
        publicUrl: settings.publicUrl,
        domains: settings.mailDomains,
      },
      host: hostname(),
      log: log.child({ room: 'reports' }),
      // The data folder is locked.
      isOnlyProcess: true,
    })
    closing.push(() => reports.close())
    const server = await buildServer({
      version,
      timezone: settings.timezone,
      maxBodyBytes: settings.bodyLimit,
      maxIncomingBodyBytes: settings.incomingLimit,
      rateLimit: settings.rateLimit,
      trustedProxies: settings.trustedProxies,
      mailDomains: settings.mailDomains,
      publicUrl: settings.publicUrl,
      identity: metadata.identity,
      queryService,
      renderer,
      widgetQueries: metadata.widgetQueries,
      intake,
      listeners: boundListeners(bounds.listeners, intake.addresses, settings.timezone),
      metrics: settings.metrics === 'token',
      store,
      values: new RecentValues(store),
      tags: new TagList(store, settings.timezone),
      geoip,
      tokens: metadata.tokens,
      dashboards: metadata.dashboards,
      widgetStore: metadata.widgets,
      templates: new TemplateFolder(settings.templatesDir ?? path.join(settings.dataDir, 'templates')),
      reports: reports.service,
      tasks: metadata.tasks,
      rules,
      users: metadata.users,
      passwords: new PasswordPolicy(settings.passwordMinLength),
      groups: metadata.groups,
      log,
      ready: () => ready && store.ready,
      webRoot: fileURLToPath(new URL('../dist/web', import.meta.url)),
    })
    closing.push(() => server.close())
    await server.listen({ host: settings.httpHost, port: settings.httpPort })
    ready = true

    const bound = server.server.address()
    const url = `http://${settings.httpHost}:${typeof bound === 'object' ? (bound?.port ?? settings.httpPort) : settings.httpPort}`
    if (made.password !== undefined) print(`admin password ${made.password}`)
    if (made.token !== undefined) print(`admin token ${made.token}`)
    for (const [name, at] of Object.entries(intake.addresses))
      print(`${name} ${at.path ?? `${at.host}:${at.port}`}`)
    const open = openPortsNotice(intake.addresses)
    if (open !== undefined) print(open)
    print(`listening ${url}`)
    const tcp = intake.addresses.syslog_tcp
    if (settings.demo && tcp)
      closing.push(feedDemo(tcp, highest === 0, message => log.warn({ room: 'demo' }, message)))
    return {
      url,
      reloadCertificates: () => intake.reloadCertificates(),
      async close() {
        log.info({ room: 'start' }, 'Millrace ends')
        await close()
        log.info({ room: 'start' }, 'Millrace has ended; everything is on disk')
      },
    }
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}

/** Tells of a run before that did not end by itself (`unfinished`: when it began, Unix microseconds), and what of the spool is replayed. */
function logPreviousRun(log: Log, unfinished: number | undefined, { files, events }: ReplayedSpool): void {
  const replayed =
    files === 0
      ? 'nothing was left in the spool'
      : `replaying what was left in the spool: ${events} events in ${files} files`
  if (unfinished !== undefined) {
    const began = new Date(unfinished / 1000).toISOString()
    log.warn(
      { room: 'start', files, events },
      `The run that began at ${began} did not end by itself (killed, crashed, or the power failed): ${replayed}`,
    )
  } else if (files > 0) log.info({ room: 'start', files, events }, `The run before ended: ${replayed}`)
}
