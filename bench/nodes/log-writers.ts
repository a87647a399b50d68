/**
 * Nodes that only append: the delivery, the writer and the follower of the log of appends as in a service,
 * with inserts that take some time and store nothing. Arguments: the address of the database, the number of
 * the first node, how many there are, events a second of each node, and milliseconds of an insert. Sends a
 * LogReport for each message of the parent.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { shouldCommit } from '../../src/ingest/spool/commit.ts'
import { Delivery } from '../../src/ingest/spool/delivery.ts'
import { spoolName } from '../../src/ingest/spool/spool-name.ts'
import { allStored, type FileDescription } from '../../src/ingest/spool/spooled-file.ts'
import { AppendLog } from '../../src/metadata/append-log/append-log.ts'
import type { SpoolBatch } from '../../src/schema/event/row.ts'
import { openJournal } from '../../src/storage/journal/shared-journal.ts'
import { openLog } from '../../src/telemetry/log.ts'

/** What the nodes of a process did since the last report. */
export interface LogReport {
  /** Files that the nodes have ended. */
  files: number
  /** Files whose end a node has applied, each counted once for each node. */
  applied: number
  /** Notifications of other nodes' changes that the nodes received. */
  notified: number
  /** Processor time of the process, seconds. */
  cpuSeconds: number
  /**
   * Milliseconds of each call of `begin`; until a file is readable, from the call of `end` and from its
   * cut.
   */
  begins: number[]
  ends: number[]
  waits: number[]
  /** Batches that a read as of a second ago lists, sampled each second. */
  listed: number[]
  /** For each file that a node has ended: its number, and when it called `end`. */
  ended: [number, number][]
  /** For each file: its number, when the last node applied its end, and how many nodes did. */
  seen: [number, number, number][]
}

const [url = '', first = '0', count = '0', rate = '0', insertMs = '0'] = process.argv.slice(2)
const tickMs = 10
/** Bytes of an event in a spool file. */
const eventBytes = 250
const minuteMs = 60_000
const log = openLog('error')
const postgres = { url, ca: undefined, maxConnections: 2, timeoutSeconds: 30 }
const names = { hosts: [], programs: [], templates: [] }
const files = {
  hasRoomForRefused: async () => true,
  isWhole: async () => true,
  quarantine: async () => [],
  remove: async () => {},
  read: async () => undefined,
}

/** Milliseconds of a clock that all processes of the machine share. */
const now = () => Number(process.hrtime.bigint()) / 1e6

let report = emptyReport()
let seen = new Map<number, { at: number; nodes: number }>()
let cpu = process.cpuUsage()

function emptyReport(): LogReport {
  return {
    files: 0,
    applied: 0,
    notified: 0,
    cpuSeconds: 0,
    begins: [],
    ends: [],
    waits: [],
    listed: [],
    ended: [],
    seen: [],
  }
}

async function startNode(id: number): Promise<void> {
  const folder = `folder-${id}`
  const appendLog = await AppendLog.open({ postgres, node: { name: folder, remainder: id }, folder, log })
  const { journal, writer, start } = await openJournal(0, appendLog, {
    reload: async () => console.error(`${folder} has joined again`),
    warn: message => console.error(`${folder}: ${message}`),
  })
  /** Of files that have not ended, by their numbers. */
  const times = new Map<number, { cutAt: number; endedAt: number }>()
  journal.listen({
    changed({ batch }) {
      report.applied++
      const own = times.get(batch)
      if (own !== undefined) {
        report.ends.push(now() - own.endedAt)
        report.waits.push(now() - own.cutAt)
        times.delete(batch)
      }
      const known = seen.get(batch)
      if (known === undefined) seen.set(batch, { at: now(), nodes: 1 })
      else {
        known.at = now()
        known.nodes++
      }
    },
  })
  start(async () => {})
  appendLog.listen(() => void report.notified++)
  let before = journal.current
  setInterval(() => {
    const { missing = [] } = journal.markAt(before) ?? {}
    report.listed.push(missing.length)
    before = journal.current
  }, 1_000)
  const cutAt = new Map<number, number>()
  const sink = async (batches: readonly SpoolBatch[]) => {
    const begunAt = now()
    const begun = await writer.begin(batches)
    report.begins.push(now() - begunAt)
    await sleep(Number(insertMs))
    const endedAt = now()
    for (const [index, { sequence: number }] of begun.entries()) {
      const { sequence = 0 } = batches[index] ?? {}
      report.ended.push([number, endedAt])
      times.set(number, { cutAt: cutAt.get(sequence) ?? Number.NaN, endedAt })
      cutAt.delete(sequence)
    }
    await writer.end(batches)
    report.files += batches.length
    return allStored
  }
  const outcomes = { delivered: () => {}, lost: () => {} }
  const delivery = new Delivery({ sink }, files, 8, outcomes, message => console.error(message))
  let sequence = Date.now() * 1_000
  let openedAt = now()
  setInterval(() => {
    const ageMs = now() - openedAt
    const { backlog } = delivery
    // Events arrive all the time, and no sender waits.
    if (!shouldCommit({ ageMs, quietMs: 0, hasWaiters: false, awaitedEvents: 0, backlog })) return
    openedAt = now()
    const rows = Math.round((Number(rate) * ageMs) / 1_000)
    sequence++
    cutAt.set(sequence, openedAt)
    const name = spoolName(sequence, '0123456789ab')
    const minutes = [Math.floor(Date.now() / minuteMs)]
    const file = `/var/lib/millrace/spool/${name}`
    const description: FileDescription = { file, sequence, rows, minutes, repeatMinutes: [], names }
    delivery.add({ name, description, bytes: rows * eventBytes, manifest: [], receivedAt: Date.now() })
  }, tickMs)
}

const ids = Array.from({ length: Number(count) }, (_, index) => Number(first) + index)
for (const id of ids) await startNode(id)
process.on('message', () => {
  const { user, system } = process.cpuUsage(cpu)
  report.cpuSeconds = (user + system) / 1e6
  report.seen = [...seen].map(([batch, { at, nodes }]) => [batch, at, nodes])
  process.send?.(report)
  report = emptyReport()
  seen = new Map()
  cpu = process.cpuUsage()
})
process.send?.(emptyReport())
