import { readdir, readFile, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import path from 'node:path'
import { listenerKind } from '../../ingest/listen/kinds.ts'
import { type Check, type Finding, fault, ok, warning } from './finding.ts'

const mebibyte = 1024 ** 2
/** Memory of the service without the engine, as measured: see docs/operations.md, Size. */
const serviceMemoryBytes = 700 * mebibyte
/** The receive buffer that a UDP listener requests from the kernel. */
const wantedBufferBytes = 16 * mebibyte
/** Two descriptors per connection, plus files of the engine. */
const wantedFiles = 8_192
const clockToleranceMs = 60_000
/** Folders and files that a running Millrace writes all the time. */
const writtenPaths = ['spool', 'metadata.sqlite', 'metadata.sqlite-wal']

/**
 * Whether the machine meets the needs of the settings: memory, open files, room for datagrams, a clock that
 * was not set back.
 */
export const machineCheck: Check = {
  name: 'machine',
  async run({ settings, listeners }) {
    const found: Finding[] = []
    const { engineMemory, clickhouseUrl, dataDir } = settings
    const needed = (clickhouseUrl === undefined ? engineMemory : 0) + serviceMemoryBytes
    const memory = `${Math.round(totalmem() / mebibyte)} MiB of memory; Millrace takes up to ${Math.round(needed / mebibyte)}`
    found.push(needed > totalmem() ? fault(`${memory}: lower MILLRACE_ENGINE_MEMORY`) : ok(memory))
    found.push(...(await checkOpenFiles()))
    if (typeof listeners !== 'string' && listeners.some(({ kind }) => listenerKind(kind).transport === 'udp'))
      found.push(...(await checkReceiveBuffer()))
    found.push(...(await checkClock(dataDir)))
    return found
  },
}

async function checkOpenFiles(): Promise<Finding[]> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1]
  if (soft === undefined) return []
  const text = `${soft} files may be open`
  return [
    Number(soft) < wantedFiles
      ? warning(`${text}; with many senders they run out: ulimit -n 65536, or LimitNOFILE of systemd`)
      : ok(text),
  ]
}

async function checkReceiveBuffer(): Promise<Finding[]> {
  const read = await readFile('/proc/sys/net/core/rmem_max', 'utf8').catch(() => '')
  if (read === '') return []
  const bytes = Number(read)
  const text = `the kernel buffers ${Math.floor(bytes / 1024)} KiB of unread datagrams`
  return [
    bytes < wantedBufferBytes
      ? warning(`${text}; bursts of UDP may be lost: sysctl -w net.core.rmem_max=${wantedBufferBytes}`)
      : ok(text),
  ]
}

/** Whether the clock was set back. If it was, files that Millrace wrote before have times in the future. */
async function checkClock(dataDir: string): Promise<Finding[]> {
  const now = Date.now()
  const times = await Promise.all(
    writtenPaths.map(async name => {
      const written = path.join(dataDir, name)
      // Fails for a file, which is checked alone.
      const files = await readdir(written).catch(() => [])
      const states = await Promise.all(
        [written, ...files.slice(0, 1_000).map(file => path.join(written, file))].map(file =>
          stat(file).catch(() => undefined),
        ),
      )
      return Math.max(0, ...states.map(state => state?.mtimeMs ?? 0))
    }),
  )
  const newest = Math.max(...times)
  if (newest <= now + clockToleranceMs) return [ok(`it is ${new Date(now).toISOString()}`)]
  return [
    fault(
      `it is ${new Date(now).toISOString()}, and files of the data folder are from ${new Date(newest).toISOString()}: set the clock, and synchronize it with NTP`,
    ),
  ]
}
