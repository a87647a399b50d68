import { hostname } from 'node:os'
import path from 'node:path'
import packageFile from '../../package.json' with { type: 'json' }
import { ScriptsFolder } from '../alerts/actions/kinds/script/scripts-folder.ts'
import { reloadCertificates } from '../api/http/connections/https.ts'
import { IngestMonitor } from '../api/ingest/ingest-monitor.ts'
import { requireRestored } from '../backup/unfinished-restore.ts'
import { createDemoTriggers } from '../cli/demo/triggers.ts'
import { countUnsent } from '../forwarding/runner/unsent-events.ts'
import { GeoipFile } from '../geoip/geoip-file.ts'
import { AppendLog } from '../metadata/append-log/append-log.ts'
import { bootstrap } from '../metadata/bootstrap.ts'
import { openFolderId } from '../metadata/data-folder/folder-id.ts'
import { lockFolder } from '../metadata/data-folder/folder-lock.ts'
import { restrictDataFolder } from '../metadata/data-folder/restrict-folder.ts'
import { NodeDirectory } from '../metadata/nodes/directory.ts'
import { isRunning } from '../metadata/nodes/nodes.ts'
import { openMetadata } from '../metadata/open.ts'
import { postgresOptions } from '../metadata/postgres/options.ts'
import { warmUp } from '../query/warm-up.ts'
import { httpOrigin } from '../schema/settings/http-origin.ts'
import type { Settings } from '../schema/settings/settings.ts'
import { FigureQueue } from '../storage/store/figures/queue.ts'
import { ClockJumps, systemClocks } from '../telemetry/clock-watch.ts'
import { HostReader } from '../telemetry/host/read-host.ts'
import { sampleHost } from '../telemetry/host/sampler.ts'
import { IdleCollector } from '../telemetry/idle-collector.ts'
import { openLog, standardError } from '../telemetry/log.ts'
import { OfflineStart } from './offline/offline-start.ts'
import { openPortsNotice } from './open-ports-notice.ts'
import { convertIngestSettings } from './settings/convert-ingest-settings.ts'
import { httpCertificates } from './settings/http-certificates.ts'
import { ClosingStack } from './steps/closing-stack.ts'
import { deliveredByAll } from './steps/delivered-by-all.ts'
import { followDrops } from './steps/shared-drops.ts'
import { startAlerts } from './steps/start-alerts.ts'
import { auditLines, recordStart } from './steps/start-audit.ts'
import { startBackups } from './steps/start-backups.ts'
import { startDemo } from './steps/start-demo.ts'
import { startForwarding } from './steps/start-forwarding.ts'
import { loadRules, startIngest } from './steps/start-ingest.ts'
import { startQueries } from './steps/start-queries.ts'
import { defaultRetention, holdsReader, maxEventDays, startRetention } from './steps/start-retention.ts'
import { startServer } from './steps/start-server.ts'
import { startSnmpEngine } from './steps/start-snmp-engine.ts'
import { startSpace } from './steps/start-space.ts'
import { startStore } from './steps/start-store.ts'

/** The version of this program, from package.json. */
const { version } = packageFile

/** The running product. */
export interface Running {
  url: string
  /** Reads replaced certificates of the listeners and of the HTTP server at once. */
  reloadCertificates(): Promise<void>
  /** Closes everything in reverse order. Resolves once all is on disk, or its time is over (ClosingStack). */
  close(): Promise<void>
}

/**
 * Opens the rooms in the order of the data. Prints addresses and initial credentials once all work.
 * `onIngestDeath` is called when the ingest worker has died. `onIngest` is called when the start receives
 * events but still waits for a server; its `close` ends the start.
 */
export async function start(
  settings: Settings,
  print: (line: string) => void,
  onIngestDeath: () => void,
  onIngest: (close: () => Promise<unknown>) => void = () => {},
): Promise<Running> {
  const log = openLog(settings.logLevel, standardError(settings.logPriority))
  const closing = new ClosingStack()
  const context = { settings, log, closing }
  let ready = false
  try {
    // First, because they read files written by people and may throw.
    const ingestOptions = convertIngestSettings(settings)
    const certificates = await httpCertificates(settings, message => log.warn({ room: 'api' }, message))
    const warn = (message: string) => log.warn({ room: 'query' }, message)
    const geoip =
      settings.geoipFile === undefined ? undefined : await GeoipFile.open(settings.geoipFile, warn)
    // `rest`: closed last, after everything that uses it.
    closing.defer(() => geoip?.close(), { by: 'rest' })
    // New files, including the engine's, are readable by this user only.
    process.umask(0o077)
    closing.defer(lockFolder(settings.dataDir), { by: 'rest' })
    requireRestored(settings.dataDir)
    await restrictDataFolder(settings.dataDir, message => log.warn({ room: 'metadata' }, message))
    const postgres = postgresOptions(settings)
    const onDeath = (error: Error) => {
      log.fatal({ room: 'ingest', err: error }, 'the ingest worker has died')
      onIngestDeath()
    }
    const hasServers = postgres !== undefined || settings.clickhouseUrl !== undefined
    const offline = hasServers
      ? new OfflineStart(context, {
          version,
          postgres,
          certificates,
          ingest: ingestOptions,
          onDeath,
          onIngest: () => onIngest(() => closing.close()),
        })
      : undefined
    const withMetadata = <Result>(work: () => Promise<Result>) =>
      offline === undefined || postgres === undefined ? work() : offline.waitFor('metadata', work)
    const metadata = await withMetadata(() =>
      openMetadata({
        folder: settings.dataDir,
        postgres,
        sessionAgeSeconds: settings.sessionAge * 86_400,
        sessionIdleSeconds: settings.sessionIdle * 3_600,
        instanceKey: settings.instanceKey,
        userQuota: settings.userQuota,
        totalQuota: settings.totalQuota,
        audit: { days: settings.auditDays, entries: settings.auditEntries },
        copyAudit: settings.auditToLog ? auditLines(log) : undefined,
        log,
      }),
    )
    closing.defer(() => metadata.close(), { by: 'rest' })
    // A single service needs no id of its folder, and starts even if the id is damaged.
    const folderId = metadata.isShared ? openFolderId(settings.dataDir) : undefined
    const node = folderId === undefined ? undefined : await metadata.nodes.claim(folderId, settings.node)
    if (node !== undefined) log.info({ room: 'metadata' }, `This is the node ${node.name}`)
    const isNode = postgres !== undefined && folderId !== undefined && node !== undefined
    const isStoreShared = isNode && settings.clickhouseUrl !== undefined
    const sharedLog = isStoreShared
      ? await withMetadata(() => AppendLog.open({ postgres, node, folder: folderId, log }))
      : undefined
    // The store closes it too. This is for a start that fails before the store is open.
    closing.defer(() => sharedLog?.close(), { by: 'rest' })
    const created = await bootstrap(metadata, settings)
    await recordStart(metadata, settings, version, node?.id)
    if (settings.demo) await createDemoTriggers(metadata)

    // The store needs the widest deduplication window that any start has used, not only the current one.
    const previousWidest = Number((await metadata.facts.get('widest_window')) ?? 0)
    const window = Math.max(previousWidest, settings.dedupWindow)
    if (window > previousWidest) await metadata.facts.set('widest_window', String(window))
    const readLimits = () => metadata.retention.limits(defaultRetention(settings))
    const drops = sharedLog && node && (await followDrops(context, metadata, node))
    const sources = { metadata, node, offline }
    const loaded = await loadRules(context, sources)
    const openStore = async () =>
      await startStore(settings, {
        window,
        node: node?.name,
        sharedLog,
        limits: await readLimits(),
        readLimits,
        drops,
        mayLackShards: offline?.mayLackShards,
        holds: holdsReader(metadata.legalHolds),
        beforeDrop: (day, reads) => countUnsent(metadata.forwarders, reads, day, log),
        log: message => log.warn({ room: 'storage' }, message),
      })
    const startedStore =
      offline === undefined || settings.clickhouseUrl === undefined
        ? await openStore()
        : await offline.waitFor('store', openStore)
    const { store } = startedStore
    closing.defer(() => store.close(), { by: 'store' })
    const figures = new FigureQueue(
      (rows, repeated) => store.figures.append(rows, repeated),
      message => log.warn({ room: 'storage' }, message),
    )
    closing.defer(() => figures.close())
    const highestId = await store.highestId()
    await metadata.eventIds.skipPast(highestId, node)
    offline?.skipPast(highestId)

    const ingest = await startIngest(context, ingestOptions, loaded, { ...sources, store, figures, onDeath })
    const { intake, rules } = ingest
    const nodes =
      node &&
      new NodeDirectory({
        nodes: metadata.nodes,
        self: node,
        version,
        counters: async () => JSON.stringify(await intake.counters()),
        clockSkewMs: () => metadata.clockSkewMs(),
        log,
      })
    const ingestMonitor = await IngestMonitor.open({
      intake,
      facts: metadata.facts,
      ownFacts: metadata.ownFacts,
      nodeId: node?.id,
      otherNodes: () => nodes?.others.map(({ id }) => id) ?? [],
      minSilence: settings.quietAfter,
      warn: message => log.warn({ room: 'ingest' }, message),
    })
    closing.defer(() => ingestMonitor.close())
    const space = await startSpace(context, store)
    const retention = startRetention(context, { metadata, store, intake, rules })
    const clockJumps = new ClockJumps(systemClocks, message => log.warn({ room: 'start' }, message))
    clockJumps.start()
    closing.defer(() => clockJumps.stop())
    const collector = new IdleCollector()
    collector.start()
    closing.defer(() => collector.stop())
    const host = new HostReader()
    closing.defer(
      sampleHost(
        () => host.read(),
        rows => figures.add(rows),
      ),
    )

    const queries = await startQueries(context, { metadata, store, nodes })
    const scripts = new ScriptsFolder(settings.scriptsDir ?? path.join(settings.dataDir, 'scripts'))
    let httpPort = settings.httpPort
    const ownPorts = () => new Set([httpPort, ...Object.values(intake.addresses).map(({ port }) => port)])
    const snmpEngine = await startSnmpEngine(metadata, node)
    const alerts = await startAlerts(context, {
      ...ingest,
      metadata,
      snmpEngine,
      nodes,
      eventDays: () => maxEventDays(store),
      history: queries.queryService,
      scripts,
      ownPorts,
    })
    const forwarding = await startForwarding(context, {
      metadata,
      snmpEngine,
      store,
      intake,
      deliveredUntil: () => deliveredByAll({ metadata, intake, nodes }),
      ownPorts,
    })
    await offline?.closeServer()
    const { server, port } = await startServer(context, {
      version,
      certificates,
      geoip,
      ingestMonitor,
      clockJumps,
      space,
      retention,
      scripts,
      nodes,
      metadata,
      startedStore,
      ingest,
      listeners: ingestOptions.listeners,
      queries,
      alerts,
      forwarding,
      ready: () => ready && store.ready,
    })
    httpPort = port
    const url = httpOrigin(settings.httpHost, httpPort, certificates !== undefined)
    await nodes?.start(settings.nodeUrl ?? reachableAddress(url))
    closing.defer(() => nodes?.close())
    if (nodes?.others.some(isRunning) === true && settings.clickhouseUrl === undefined)
      log.warn(
        { room: 'start' },
        'Other nodes share the metadata, but not the events: set MILLRACE_CLICKHOUSE_URL on all of them (docs/cluster.md)',
      )
    await startBackups(context, { store, intake })
    ready = true

    if (created.password !== undefined) print(`admin password ${created.password}`)
    if (created.token !== undefined) print(`admin token ${created.token}`)
    for (const [name, address] of Object.entries(intake.addresses))
      print(`${name} ${address.path ?? `${address.host}:${address.port}`}`)
    const openPorts = openPortsNotice(intake.addresses)
    if (openPorts !== undefined) print(openPorts)
    print(`listening ${url}`)
    const warming = new AbortController()
    closing.defer(() => warming.abort())
    void warmUp(queries.queryService, warming.signal)
    const tcp = intake.addresses.syslog_tcp
    if (settings.demo && tcp) await startDemo(context, tcp, { metadata, isFirstStart: highestId === 0 })
    return {
      url,
      async reloadCertificates() {
        await intake.reloadCertificates()
        if (certificates !== undefined) await reloadCertificates(server, certificates)
      },
      async close() {
        log.info({ room: 'start' }, 'Millrace ends')
        if (await closing.close()) log.info({ room: 'start' }, 'Millrace has ended; everything is on disk')
        else
          log.warn(
            { room: 'start' },
            'Millrace has ended before all of it had: the next start finishes the rest',
          )
      },
    }
  } catch (error) {
    await closing.close().catch(() => {})
    throw error
  }
}

/**
 * The address of a service for other machines: a service that listens on every address is reached by the name
 * of its machine.
 */
function reachableAddress(url: string): string {
  const address = new URL(url)
  if (['0.0.0.0', '[::]'].includes(address.hostname)) address.hostname = hostname()
  return address.origin
}
