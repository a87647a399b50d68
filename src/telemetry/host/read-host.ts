import { readFile, statfs } from 'node:fs/promises'
import { cpus, freemem, totalmem } from 'node:os'
import path from 'node:path'
import type { Counters } from './counters.ts'
import { parseDiskStats } from './disks.ts'
import { parseMounts, spaceOf } from './file-systems.ts'
import { parseMemory } from './memory.ts'
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
  /** Paths whose statfs has not returned. A hung one blocks a thread of the pool, so it is not repeated. */
  readonly #pendingPaths = new Set<string>()

  /** `proc`: path of /proc. */
  constructor(proc = '/proc') {
    this.#proc = proc
  }

  /** Never rejects: parts that cannot be read are empty. */
  async read(): Promise<Reading> {
    const [stat, memory, disks, network, mounts] = await Promise.all(
      ['stat', 'meminfo', 'diskstats', 'net/dev', 'mounts'].map(name => this.#text(name)),
    )
    const at = performance.now()
    // Used, buffered, cached and free bytes, as parseMemory returns them.
    const memoryOfNode = [totalmem() - freemem(), 0, 0, freemem()]
    return {
      at,
      processors: stat === undefined ? countersOf(cpus()) : parseProcStat(stat),
      memory: memory === undefined ? memoryOfNode : parseMemory(memory),
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

  async #space(at: string): Promise<number[] | undefined> {
    if (this.#pendingPaths.has(at)) return undefined
    this.#pendingPaths.add(at)
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<undefined>(resolve => {
      timer = setTimeout(() => resolve(undefined), statTimeoutMs)
    })
    const answer = statfs(at)
      .then(spaceOf, () => undefined)
      .finally(() => {
        this.#pendingPaths.delete(at)
        clearTimeout(timer)
      })
    return await Promise.race([answer, timeout])
  }
}
