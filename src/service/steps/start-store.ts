import path from 'node:path'
import type { EventEngine, EventServer } from '../../api/status/event-engine.ts'
import type { Settings } from '../../schema/settings/settings.ts'
import type { RetentionLimits } from '../../schema/store/retention.ts'
import type { SharedLog } from '../../schema/store/shared-log.ts'
import { readServerAddresses } from '../../storage/clients/server/address.ts'
import { storeOwner } from '../../storage/clients/server/store-owner.ts'
import { archiveLocation } from '../../storage/store/archive/archive-settings.ts'
import { openEmbeddedStore } from '../../storage/store/embedded/open.ts'
import { openServerStore } from '../../storage/store/server/open.ts'
import type { SqlStore, StoreOptions } from '../../storage/store/sql-store.ts'

/** The open store, and what the health checks read about its server or engine. */
export interface StartedStore {
  store: SqlStore
  /** The servers that hold the events; empty when the events are in the data folder. */
  eventServers: readonly EventServer[]
  /** The engine of the data folder; absent when servers hold the events. */
  eventEngine?: EventEngine
  /** Parts that the engine of the data folder cannot read. */
  unreadableParts?: () => readonly string[]
  /** The days of these parts. */
  missingDays?: () => readonly string[]
  /** Number of days that an older version stored and that are still to be rewritten. */
  daysToRewrite: () => number
}

interface StartOptions {
  /** The widest deduplication window of any start, seconds. */
  window: number
  /** The name of this node; undefined for a single service. */
  node: string | undefined
  /** For nodes that share the servers. */
  sharedLog: SharedLog | undefined
  /** The retention at the start. `readLimits` reads the current one. */
  limits: RetentionLimits
  readLimits: NonNullable<StoreOptions['readLimits']>
  /** The announced drops of nodes that share the servers (shared-drops.ts). */
  drops: StoreOptions['drops']
  /** See ServersOptions. */
  mayLackShards: boolean | undefined
  /** Reads the events that retention must keep. */
  holds: NonNullable<StoreOptions['holds']>
  beforeDrop: NonNullable<StoreOptions['beforeDrop']>
  log: (message: string) => void
}

/** The archive of the settings; undefined if it is not set. */
function archiveOptions(settings: Settings): StoreOptions['archive'] {
  const location = archiveLocation(settings)
  const { archiveAfter: afterDays, archiveRetentionDays: retentionDays, dataDir } = settings
  const state = path.join(dataDir, 'archive')
  return location === undefined ? undefined : { location, state, afterDays, retentionDays }
}

/** Opens the store: on ClickHouse servers if any are set, otherwise in the data folder. */
export async function startStore(settings: Settings, options: StartOptions): Promise<StartedStore> {
  const { window, node, sharedLog, limits, readLimits, drops, mayLackShards, holds, beforeDrop, log } =
    options
  const { days: retentionDays, bytes: retentionBytes, classes: retentionClasses } = limits
  const retention = { retentionDays, retentionBytes, retentionClasses, readLimits, holds, beforeDrop, drops }
  const common = { window, node, ...retention, log }
  const { clickhouseUrl, clickhouseUser: username, clickhousePassword: password = '' } = settings
  if (clickhouseUrl !== undefined) {
    const addresses = readServerAddresses(clickhouseUrl, { username, password })
    if (addresses === undefined)
      throw new Error(
        'MILLRACE_CLICKHOUSE_URL must be addresses such as https://clickhouse.example.com:8443, separated by commas; a % in a name or a password is written %25',
      )
    const store = await openServerStore({
      ...common,
      addresses,
      cluster: settings.clickhouseCluster,
      isReplicated: settings.clickhouseReplicated,
      quorum: settings.clickhouseQuorum,
      caFile: settings.clickhouseCa,
      owner: storeOwner(settings.dataDir),
      mayLackShards,
      sharedLog,
    })
    const eventServers = store.runner.topology.servers.map(({ health }) => health)
    return { store, eventServers, daysToRewrite: () => store.oldWords.left }
  }
  const folder = path.join(settings.dataDir, 'events')
  const store = await openEmbeddedStore({
    ...common,
    folder,
    memory: settings.engineMemory,
    archive: archiveOptions(settings),
    // The spool is on the same disk as the events.
    diskFloor: settings.diskFloor,
  })
  return {
    store,
    eventServers: [],
    eventEngine: store.engine.usage,
    unreadableParts: () => store.detachedParts.names,
    missingDays: () => store.missingDays?.() ?? [],
    // Both migrations rewrite the newest day first, so the days left of one include the days left of the
    // other.
    daysToRewrite: () => Math.max(store.oldDays.left, store.oldWords.left),
  }
}
