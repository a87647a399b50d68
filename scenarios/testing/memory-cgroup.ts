import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Folder of a memory cgroup (version 1 or 2) that the services of scenarios run in, for a trial under a real
 * limit such as systemd's MemoryMax (CONTRIBUTING.md). Undefined: no limit.
 */
const cgroup = process.env.TEST_CGROUP

/** A command line that runs `command` in the cgroup, under the process id that it gets. */
export function inMemoryCgroup(command: readonly string[]): readonly string[] {
  if (cgroup === undefined) return command
  return ['/bin/sh', '-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', cgroup, ...command]
}

/** How many processes of the cgroup the kernel has killed for lack of memory; 0 without a cgroup. */
export function oomKills(): number {
  if (cgroup === undefined) return 0
  const [events = ''] = ['memory.events', 'memory.oom_control']
    .map(name => path.join(cgroup, name))
    .filter(file => existsSync(file))
  const [, kills] = /^oom_kill (\d+)$/m.exec(readFileSync(events, 'utf8')) ?? []
  if (kills === undefined) throw new Error(`${cgroup} counts no kills for lack of memory`)
  return Number(kills)
}
