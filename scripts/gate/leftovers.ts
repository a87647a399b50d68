/**
 * Processes of test files. Each process that a test file starts inherits an environment variable with the
 * file's name (`scripts/testing/file-process.ts` sets it), so it is found even if its parent has ended or it
 * has its own session. Linux only: elsewhere nothing is found.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileVariable } from '../../src/storage/testing/shared-processes.ts'
import { eventsVariable } from './events.ts'

const maxCommand = 200

/** A running process. */
export interface TestProcess {
  pid: number
  /** The command line, cut after `maxCommand` characters. */
  command: string
  /**
   * The test file that started it, as named by `keyOf`; '' for the run itself and processes shared by its
   * files.
   */
  file: string
}

/**
 * The running processes that the test files of a run have started, and the processes of the run itself.
 * `eventsFile` identifies the run.
 */
export function testProcesses(eventsFile: string): TestProcess[] {
  return pids().flatMap(pid => {
    const environment = read(pid, 'environ').split('\0')
    const variableOf = (name: string) =>
      environment.find(variable => variable.startsWith(`${name}=`))?.slice(name.length + 1)
    if (variableOf(eventsVariable) !== eventsFile || read(pid, 'stat').includes(') Z ')) return []
    const command = read(pid, 'cmdline').replaceAll('\0', ' ').trim().slice(0, maxCommand)
    return [{ pid, file: variableOf(fileVariable) ?? '', command }]
  })
}

/** Ends the processes left by a test file of this run, with SIGKILL. Returns their command lines. */
export function endLeftovers(file: string): string[] {
  const left = testProcesses(process.env[eventsVariable] ?? '').filter(process => process.file === file)
  for (const { pid } of left) kill(pid)
  return left.map(({ command }) => command)
}

/** Ends a process, or a process group with a negative number; does nothing if it has ended. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

function pids(): number[] {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

/** '' for a process that has ended meanwhile, or that belongs to another user. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
