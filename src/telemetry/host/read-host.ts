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

const none: Counters = new Map()
const maxFileSystems = 64
/** A file system that does not answer within this time is omitted. */
const statTimeoutMs = 1_000

/** Reads the metrics of this host from /proc, or from node:os where /proc is missing. */
export class HostReader {
  readonly #proc: string
  /** Paths of pending statfs calls; each holds a thread until it returns. */
  readonly #pendingPaths = new Set<string>()

  /** `proc`: path of /proc. */
  constructor(proc = '/proc') {
    this.#proc = proc
  }

  /** Never rejects: unreadable parts are empty. */
  async read(): Promise<Reading> {
    const [stat, memory, disks, network, mounts] = await Promise.all(
      ['stat', 'meminfo', 'diskstats', 'net/dev', 'mounts'].map(name => this.#text(name)),
    )
    const at = performance.now()
    return {
      at,
      processors: stat === undefined ? countersOf(cpus()) : parseProcStat(stat),
      memory: memory === undefined ? [totalmem() - freemem(), 0, 0, freemem()] : parseMemory(memory),
      disks: disks === undefined ? none : parseDiskStats(disks),
      interfaces: network === undefined ? none : parseNetDev(network),
      fileSystems: await this.#fileSystems(mounts ?? ''),
    }
  }

  async #text(name: string): Promise<string | undefined> {
    try {
      return await readFile(path.join(this.#proc, name), 'utf8')
    } catch {
      return undefined
    }
  }

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
