import { readdirSync, readFileSync } from 'node:fs'

/** A process as listed by the kernel. */
interface Process {
  pid: number
  parent: number
  group: number
}

const pageBytes = 4_096
/** USER_HZ, which is the same everywhere. */
const ticksPerSecond = 100

/** All running processes of a group, from /proc: Linux only. */
export function groupMembers(group: number): number[] {
  return processes().flatMap(process => (process.group === group ? [process.pid] : []))
}

/** All running children of a process. */
export function childrenOf(parent: number): number[] {
  return processes().flatMap(process => (process.parent === parent ? [process.pid] : []))
}

/** The child of `parent` whose command line contains one of these texts; undefined if there is none. */
export function childOf(parent: number, commandParts: readonly string[]): number | undefined {
  return processes().find(({ parent: own, pid }) => {
    const command = own === parent ? read(pid, 'cmdline') : ''
    return commandParts.some(part => command.includes(part))
  })?.pid
}

/** Resident memory of all processes of a group, bytes. Shared pages are counted in each. */
export function residentBytes(group: number): number {
  return groupMembers(group).reduce((sum, pid) => {
    const [, resident = '0'] = read(pid, 'statm').split(' ')
    return sum + Number(resident) * pageBytes
  }, 0)
}

/** Memory of a process without file pages, such as its program and libraries, bytes; 0 if it has ended. */
export function anonymousBytes(pid: number): number {
  const [, kibibytes = '0'] = /^RssAnon:\s+(\d+) kB$/m.exec(read(pid, 'status')) ?? []
  return Number(kibibytes) * 1_024
}

/** CPU time of all running processes of a group, seconds. */
export function cpuSeconds(group: number): number {
  return groupMembers(group).reduce((sum, pid) => sum + ticksOf(pid).own, 0) / ticksPerSecond
}

/**
 * CPU seconds of a process and of the processes that it started: running ones, and its own children that have
 * ended.
 */
export function treeSeconds(root: number): number {
  const all = processes()
  const under = (pid: number): number[] => [
    pid,
    ...all.filter(({ parent }) => parent === pid).flatMap(({ pid: child }) => under(child)),
  ]
  const running = under(root).reduce((sum, pid) => sum + ticksOf(pid).own, 0)
  return (running + ticksOf(root).ofEnded) / ticksPerSecond
}

/** Ticks of a process itself, and of its ended children. */
function ticksOf(pid: number): { own: number; ofEnded: number } {
  const stat = read(pid, 'stat')
  // The name in parentheses may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = fields.slice(11, 15).map(Number)
  return { own: user + system, ofEnded: userOfEnded + systemOfEnded }
}

function processes(): Process[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      const stat = read(Number(name), 'stat')
      // The name in parentheses may contain spaces and parentheses.
      const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      // A zombie has ended.
      if (state === undefined || state === '' || state === 'Z') return []
      return [{ pid: Number(name), parent: Number(parent), group: Number(group) }]
    })
}

/** '' for a process that has ended meanwhile. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
