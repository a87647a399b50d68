import type { StatsFs } from 'node:fs'
import { readFile, statfs } from 'node:fs/promises'
import { cpus, freemem, totalmem } from 'node:os'
import path from 'node:path'
import { type Counters, withTotals } from './counters.ts'
import { parseNetDev } from './network.ts'
import { countersOf, parseProcStat } from './processors.ts'
import type { Reading } from './reading.ts'

const noCounters: Counters = new Map()
const maxFileSystems = 64
/** A file system that does not answer within this time is omitted. */
const statTimeoutMs = 1_000

/** Reads the metrics of this host from /proc, or from node:os where /proc is missing. */
export class HostReader {
  readonly #proc: string
  /** Mount points whose statfs has not returned. A second call would block another thread of libuv's pool. */
  readonly #pendingPaths = new Set<string>()

  /** `proc`: path of /proc. */
  constructor(proc = '/proc') {
    this.#proc = proc
  }

  /** Reads all metrics. Never rejects: parts that cannot be read are empty. */
  async read(): Promise<Reading> {
    const [stat, memory, disks, network, mounts] = await Promise.all(
      ['stat', 'meminfo', 'diskstats', 'net/dev', 'mounts'].map(name => this.#text(name)),
    )
    const at = performance.now()
    // Used, buffered, cached and free bytes, as parseMemory returns them.
    const memoryFromOs = [totalmem() - freemem(), 0, 0, freemem()]
    return {
      at,
      processors: stat === undefined ? countersOf(cpus()) : parseProcStat(stat),
      memory: memory === undefined ? memoryFromOs : parseMemory(memory),
      disks: disks === undefined ? noCounters : parseDiskStats(disks),
      interfaces: network === undefined ? noCounters : parseNetDev(network),
      fileSystems: await this.#fileSystems(mounts ?? ''),
    }
  }

  /** A file of /proc; undefined if it cannot be read. */
  async #text(name: string): Promise<string | undefined> {
    try {
      return await readFile(path.join(this.#proc, name), 'utf8')
    } catch {
      return undefined
    }
  }

  /** Space of each mounted file system by its name. Omits file systems whose statfs fails or is pending. */
  async #fileSystems(mounts: string): Promise<Map<string, number[]>> {
    const mounted = parseMounts(mounts).slice(0, maxFileSystems)
    const spaces = await Promise.all(
      mounted.map(async mount => [mount.name, await this.#space(mount.path)] as const),
    )
    return new Map(spaces.flatMap(([name, space]) => (space === undefined ? [] : [[name, space]])))
  }

  /** Space of a file system; undefined if statfs fails or takes too long. */
  async #space(mountPoint: string): Promise<number[] | undefined> {
    if (this.#pendingPaths.has(mountPoint)) return undefined
    this.#pendingPaths.add(mountPoint)
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<undefined>(resolve => {
      timer = setTimeout(() => resolve(undefined), statTimeoutMs)
    })
    const answer = statfs(mountPoint)
      .then(spaceOf, () => undefined)
      .finally(() => {
        this.#pendingPaths.delete(mountPoint)
        clearTimeout(timer)
      })
    return await Promise.race([answer, timeout])
  }
}

/** Devices in memory or backed by files (`loop0`, `zram0`), and floppy and optical drives (`fd0`, `sr0`). */
const ignoredDevice = /^(loop|ram|zram|fd|sr)\d/
/** Partitions (`sda1`, `nvme0n1p2`) and composed devices (`dm-0`, `md1`): `totals` would count them twice. */
const derivedDevice = /^((s|v|h|xv)d[a-z]+\d+|(nvme\d+n|mmcblk)\d+p\d+|dm-\d+|md\d+|nbd\d+p\d+)$/

/** Parses /proc/diskstats (proc_diskstats(5)): completed reads and writes of each used disk, and `totals`. */
export function parseDiskStats(text: string): Counters {
  const disks = new Map<string, number[]>()
  for (const line of text.split('\n')) {
    // `8 0 sda 5120 17 ...`: device numbers, name, reads, three more numbers about reads, writes.
    const fields = line.trim().split(/\s+/)
    const [, , name = '', reads, , , , writes] = fields
    const counts = [Number(reads), Number(writes)]
    if (fields.length < 8 || ignoredDevice.test(name) || !counts.every(Number.isFinite)) continue
    if (counts.some(count => count > 0)) disks.set(name, counts)
  }
  return withTotals(disks, name => !derivedDevice.test(name))
}

/** A file system. `name` of the series: root, or the path with - for /. */
interface Mount {
  name: string
  path: string
}

/** Parses /proc/mounts (fstab(5)): local file systems, each at its first mount point, and always root. */
export function parseMounts(text: string): Mount[] {
  const devices = new Set<string>()
  const mounts = new Map<string, string>([['root', '/']])
  for (const line of text.split('\n')) {
    const [device = '', escaped = ''] = line.split(' ')
    if (!device.startsWith('/dev/') || device.startsWith('/dev/loop') || devices.has(device)) continue
    devices.add(device)
    const path = escaped.replace(/\\([0-7]{3})/g, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    )
    if (path !== '/') mounts.set(path.slice(1).replaceAll('/', '-'), path)
  }
  return [...mounts].map(([name, path]) => ({ name, path }))
}

/** Bytes used, reserved for root, and free: the values of System_DF. */
export function spaceOf({
  bsize,
  blocks,
  bfree,
  bavail,
}: Pick<StatsFs, 'bsize' | 'blocks' | 'bfree' | 'bavail'>) {
  return [(blocks - bfree) * bsize, Math.max(0, bfree - bavail) * bsize, bavail * bsize]
}

/**
 * Parses /proc/meminfo (proc_meminfo(5)): bytes used, buffered, cached and free; their sum is the total.
 * Reclaimable kernel memory counts as cached. Undefined for other texts.
 */
export function parseMemory(text: string): number[] | undefined {
  const bytes = new Map<string, number>()
  for (const [, name = '', kibibytes] of text.matchAll(/^(\w+):\s+(\d+) kB$/gm)) {
    bytes.set(name, Number(kibibytes) * 1024)
  }
  const [total, free] = [bytes.get('MemTotal'), bytes.get('MemFree')]
  if (total === undefined || free === undefined) return undefined
  const buffered = bytes.get('Buffers') ?? 0
  const cached = (bytes.get('Cached') ?? 0) + (bytes.get('SReclaimable') ?? 0)
  return [Math.max(0, total - free - buffered - cached), buffered, cached, free]
}
