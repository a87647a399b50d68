import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { Enrichment } from '../../src/ingest/enrichment.ts'
import { StreamFramer } from '../../src/ingest/framing/stream-framer.ts'
import { parseSyslog } from '../../src/ingest/syslog/parse.ts'
import { openEmbeddedStore } from '../../src/storage/store/embedded/open.ts'
import { table, whole } from '../figures.ts'
import { openCore } from '../ingest-pipeline.ts'
import { processorMillis } from '../processor-time.ts'
import { lineKinds, mixedLine } from './lines.ts'

const events = 320_000
const rounds = 5
const chunkBytes = 65_536
const idleMillis = 3_000
const insertMillis = 400

interface Ingested {
  /** Processor time of the thread, microseconds an event. */
  micros: number
  /** Bytes of the spool files, an event. */
  bytes: number
}

/**
 * The cost of the fields of known programs, on the same lines with and without them, alternately. The ingest
 * thread is measured with parsing, deduplication and spool files; then the engine takes the files of the last
 * round of each, until its merges are done. Returns its part of bench/results.md.
 */
export async function benchFields(): Promise<string> {
  const kept = mkdtempSync(path.join(tmpdir(), 'millrace-fields-'))
  try {
    const stream = Buffer.from(
      Array.from({ length: events }, (_, i) => `${mixedLine(i, new Date().toISOString())}\n`).join(''),
    )
    const measured = { off: [] as Ingested[], on: [] as Ingested[] }
    for (let round = 0; round <= rounds; round++)
      for (const mode of ['off', 'on'] as const) {
        const result = await ingest(stream, mode, path.join(kept, mode))
        // The first round warms up.
        if (round > 0) measured[mode].push(result)
      }
    const off = { ...median(measured.off), ...(await store(path.join(kept, 'off'), kept)) }
    const on = { ...median(measured.on), ...(await store(path.join(kept, 'on'), kept)) }
    const row = (name: string, a: number, b: number) => [
      name,
      a.toFixed(2),
      b.toFixed(2),
      `${(100 * (b / a - 1)).toFixed(0)} %`,
    ]
    const rows = [
      ['', 'without', 'with', 'more'],
      row('ingest thread, microseconds an event', off.micros, on.micros),
      row('engine with its merges, microseconds an event', off.engine, on.engine),
      row('both', off.micros + off.engine, on.micros + on.engine),
      row('spool file, bytes an event', off.bytes, on.bytes),
      row('store, bytes an event', off.stored, on.stored),
    ]
    const text = `\`MILLRACE_AUTOMATIC_FIELDS=programs\` and \`off\` alternately, ${whole(events)} lines of ${lineKinds} kinds, ${Math.round(stream.length / events)} bytes each, without repeats. Processor time; median of ${rounds} rounds for the thread.`
    return `${text}\n\n${table(rows)}`
  } finally {
    rmSync(kept, { recursive: true, force: true })
  }
}

function median(all: readonly Ingested[]): Ingested {
  const sorted = all.toSorted((a, b) => a.micros - b.micros)
  return sorted[Math.floor(sorted.length / 2)] ?? { micros: 0, bytes: 0 }
}

async function ingest(stream: Buffer, mode: 'on' | 'off', links: string): Promise<Ingested> {
  rmSync(links, { recursive: true, force: true })
  mkdirSync(links)
  let bytes = 0
  const { pipeline, close } = await openCore(async file => {
    bytes += statSync(file).size
    linkSync(file, path.join(links, path.basename(file)))
    // Under load a batch waits for the insert before it, and so becomes as large as in the product.
    await setTimeout(insertMillis)
  })
  pipeline.enrichment = await Enrichment.open(
    { extraFields: 'structured_data', fields: mode === 'on' ? ['programs'] : [] },
    console.error,
  )
  const account = pipeline.ledger.account('syslog_tcp')
  const context = { receivedAt: 0, sender: '198.51.100.1' }
  let now = 0
  const framer = new StreamFramer({
    maxFrameBytes: 65_536,
    onFrame: (frame, start, end, length) => {
      pipeline.accept(parseSyslog(frame, start, end, context, length), context.receivedAt, now, account)
    },
  })
  const cpu = process.threadCpuUsage()
  for (let at = 0; at < stream.length; at += chunkBytes) {
    while (!pipeline.isOpen) await setImmediate()
    context.receivedAt = Date.now() * 1_000
    now = performance.now()
    framer.feed(stream.subarray(at, at + chunkBytes))
    pipeline.endChunk()
    // A real socket yields to the event loop between chunks.
    await setImmediate()
  }
  const { user, system } = process.threadCpuUsage(cpu)
  await close()
  return { micros: (user + system) / events, bytes: bytes / events }
}

/** Processor time of the engine for these files, with merges, and what they take in the store. */
async function store(files: string, kept: string): Promise<{ engine: number; stored: number }> {
  const folder = mkdtempSync(path.join(kept, 'store-'))
  const opened = await openEmbeddedStore({ folder, window: 60, retentionDays: 30_000, log: console.error })
  try {
    const engines = childPids()
    const before = processorMillis(engines)
    for (const name of readdirSync(files))
      await opened.append({
        file: path.join(files, name),
        sequence: 0,
        repeated: false,
        rows: 0,
        minutes: [],
        names: { hosts: [], programs: [], templates: [] },
      })
    let used = processorMillis(engines)
    for (let last = -1; used - last > 20; ) {
      last = used
      await setTimeout(idleMillis)
      used = processorMillis(engines)
    }
    const answer = await opened.engine.run(
      'short',
      `SELECT sum(data_compressed_bytes) FROM system.parts WHERE active AND table = 'events'`,
    )
    const [stored = 0] = JSON.parse(Buffer.from(answer).toString())
    return { engine: ((used - before) * 1_000) / events, stored: Number(stored) / events }
  } finally {
    await opened.close()
  }
}

function childPids(): number[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').map(Number)
}
