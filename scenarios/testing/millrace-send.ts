import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Millrace } from './millrace.ts'
import { programFile } from './program.ts'

const runTimeoutMs = 240_000
const sampleMs = 10

/** A running `millrace send`. */
interface RunningSend {
  ended: Promise<{
    code: number | null
    /** Its report; undefined without one. */
    report: Record<string, unknown> | undefined
    /** Peak of resident memory. */
    mostBytes: number
  }>
}

/** Starts `millrace send` with these arguments and a token of this service. */
export function startSend(
  millrace: Millrace,
  args: readonly string[],
  nodeArguments: readonly string[] = [],
): RunningSend {
  const child = spawn(process.execPath, [...nodeArguments, programFile, 'send', '--json', ...args], {
    env: { ...process.env, MILLRACE_TOKEN: millrace.token },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: runTimeoutMs,
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk
  })
  let mostBytes = 0
  const timer = setInterval(() => {
    mostBytes = Math.max(mostBytes, residentPeak(child.pid))
  }, sampleMs)
  const ended = once(child, 'close').then(([code]: (number | null)[]) => {
    clearInterval(timer)
    return { code: code ?? null, report: said === '' ? undefined : JSON.parse(said), mostBytes }
  })
  return { ended }
}

/** VmHWM of a process, bytes; 0 if it has ended. */
function residentPeak(pid: number | undefined): number {
  try {
    const [, kibibytes = '0'] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kibibytes) * 1_024
  } catch {
    return 0
  }
}
