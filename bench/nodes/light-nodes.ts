/**
 * Nodes without ingest and store: their metadata, beats, reports and actions, as a service opens them.
 * Arguments: the address of the database, a folder, the number of the first node, and how many there are.
 * Prints a line once all run.
 */
import path from 'node:path'
import { openActionQueue } from '../../src/alerts/queue/open-action-queue.ts'
import { NodeDirectory } from '../../src/metadata/nodes/directory.ts'
import { openMetadata } from '../../src/metadata/open.ts'
import { openStubReports } from '../../src/reports/testing/stub-reports.ts'
import { openLog } from '../../src/telemetry/log.ts'
import { utc } from '../../src/time/zone.ts'

const [url = '', root = '', first = '0', count = '0'] = process.argv.slice(2)
const instanceKey = 'ab'.repeat(32)
/** About as long as the counters of a node with all listeners. */
const counters = async () => JSON.stringify({ counts: 'x'.repeat(2_400) })
const log = openLog('error')

for (let index = 0; index < Number(count); index++) {
  const name = `node-${Number(first) + index}`
  const folder = path.join(root, name)
  const postgres = { url, ca: undefined, maxConnections: 2, timeoutSeconds: 10 }
  const metadata = await openMetadata({ folder, postgres, sessionAgeSeconds: 3_600, instanceKey, log })
  const self = await metadata.nodes.claim(name, name)
  const { clockSkewMs } = metadata
  const directory = new NodeDirectory({
    nodes: metadata.nodes,
    self,
    version: '1',
    counters,
    clockSkewMs,
    log,
  })
  await openStubReports(metadata, folder, {
    isOnlyProcess: false,
    isFirst: () => directory.isFirst,
    tickIntervalMs: 1_000,
    log,
  })
  await openActionQueue({
    runs: metadata.actionRuns,
    escalations: metadata.escalations,
    clock: metadata.clock,
    triggers: metadata.triggers,
    getOwnerRights: metadata.reports.getOwnerRights,
    run: () => Promise.reject(new Error('there are no actions')),
    zone: utc,
    closeTimeoutMs: 0,
    retentionDays: 30,
    maxRows: 100_000,
    isOnlyProcess: false,
    log,
  })
  await directory.start(`http://${name}:8080`)
}
console.log('all run')
