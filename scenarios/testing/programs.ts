import { spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { javaFolder } from '../../src/storage/testing/test-keeper.ts'

/**
 * Folder of an unpacked rsyslogd, used if the machine has another log daemon: Debian installs only one of
 * them.
 */
export const unpackedRsyslog = '/opt/rsyslog'
/** Folder of schemathesis, installed from PyPI in its own Python environment. */
export const schemathesisFolder = '/opt/schemathesis'
/** Folder of the dependencies of the Python client, installed from PyPI. */
export const pythonClientFolder = '/opt/python-client'
/** Folder of Python loggers, installed from PyPI. */
export const pythonLoggersFolder = '/opt/python-loggers'
/** Folder of Node loggers, installed from npm: pino, bunyan and winston. */
export const nodeLoggersFolder = '/opt/node-loggers'
/** Folder of the libraries of a Kafka broker, from Maven. */
export const kafkaFolder = '/opt/kafka'
/**
 * Folder of an unpacked slapd: when installed, Debian's package creates a directory and starts a daemon for
 * it.
 */
export const unpackedSlapd = '/opt/slapd'
/** Folder of an unpacked snmptrapd: when installed, Debian starts it, and snmpd. */
export const unpackedSnmptrapd = '/opt/snmptrapd'
/** Folder of SeaweedFS, an S3 server, installed from PyPI in its own Python environment. */
export const seaweedFolder = '/opt/seaweedfs'
const folders = [
  ...(process.env.PATH ?? '').split(':'),
  '/usr/sbin',
  '/sbin',
  `${unpackedRsyslog}/usr/sbin`,
  `${unpackedSlapd}/usr/sbin`,
  `${unpackedSnmptrapd}/usr/sbin`,
  `${schemathesisFolder}/bin`,
  `${pythonClientFolder}/bin`,
  `${seaweedFolder}/bin`,
  `${nodeLoggersFolder}/node_modules/.bin`,
]
const maxOutput = 1_000_000
const runTimeoutMs = 120_000

/** Folders with the modules of rsyslog and syslog-ng. */
const moduleFolders = ['/usr/lib/syslog-ng/*', `${unpackedRsyslog}/usr/lib/*/rsyslog`, '/usr/lib/*/rsyslog']

/**
 * The path of a program of this machine, of a log daemon's module (`name.so`), or of a library of Java
 * (`name.jar`) or Python (`package/name.py`); undefined if it is missing.
 */
export function findProgram(name: string): string | undefined {
  if (name.endsWith('.so')) return globSync(moduleFolders.map(folder => `${folder}/${name}`))[0]
  if (name.endsWith('.py')) return globSync(`${pythonLoggersFolder}/lib/*/site-packages/${name}`)[0]
  if (path.isAbsolute(name)) return existsSync(name) ? name : undefined
  if (name.endsWith('.jar')) return globSync([javaFolder, kafkaFolder].map(folder => `${folder}/${name}`))[0]
  return folders.map(folder => `${folder}/${name}`).find(file => existsSync(file))
}

/** Like findProgram, but throws if it is missing; `npm run test:system` checks before. */
export function programPath(name: string): string {
  const file = findProgram(name)
  if (file === undefined) throw new Error(`This scenario needs the program ${name}`)
  return file
}

/** Runs a program with `input` as its standard input; rejects with its standard error. */
export async function run(name: string, args: readonly string[], input = ''): Promise<void> {
  const child = spawn(programPath(name), args, {
    env: { ...process.env, TZ: 'UTC' },
    timeout: runTimeoutMs,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk).slice(-2_000)
  })
  // A program that ends without reading all input reports why on standard error.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(`${name} ended with ${signal ?? code}: ${complaint}`))
    })
  })
}

/**
 * Runs a program in a folder for at most `milliseconds`; returns its exit code and the last million
 * characters of output.
 */
export async function output(
  name: string,
  args: readonly string[],
  { milliseconds, folder }: { milliseconds: number; folder: string },
): Promise<{ code: number | null; text: string }> {
  const child = spawn(programPath(name), args, {
    cwd: folder,
    timeout: milliseconds,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text = (text + piece).slice(-maxOutput)
    })
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { code, text }
}
