import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { program } from '../cli/program.ts'
import { openCommandLine } from '../cli/testing/command-line.ts'
import type { ListenerSettings } from '../ingest/listen/settings.ts'
import { makeCertificate } from '../ingest/testing/certificate.ts'
import { bootstrap } from '../metadata/bootstrap.ts'
import { openTemporaryMetadata } from '../metadata/testing/temporary.ts'
import { freePort } from '../storage/testing/free-port.ts'
import { readSettings } from './settings/settings.ts'

let folder: string
let port: number
beforeEach(async () => {
  const opened = await openTemporaryMetadata()
  folder = opened.folder
  chmodSync(folder, 0o700)
  await bootstrap(opened.metadata, { adminPassword: 'a pass phrase of somebody' })
  port = await freePort()
})

/** The findings, one line each, and whether there is a fault. */
async function findings(
  env: Record<string, string> = {},
  listeners: () => ListenerSettings[] = () => [],
): Promise<{ lines: string[]; exitCode: unknown }> {
  const line = openCommandLine()
  const parts = {
    version: '1.2.3',
    readSettings: () =>
      readSettings({
        MILLRACE_DATA_DIR: folder,
        MILLRACE_HTTP_PORT: String(port),
        MILLRACE_DISK_FLOOR: '1MiB',
        ...env,
      }),
    readListeners: listeners,
    start: () => Promise.reject(new Error('not here')),
  }
  const [text = '{}'] = await line.run(program(parts), 'doctor', '--json')
  // The output of the command.
  const { findings: found } = JSON.parse(text) as {
    findings: { check: string; level: string; text: string }[]
  }
  return {
    lines: found.map(({ check, level, text }) => `${level} ${check}: ${text}`),
    exitCode: process.exitCode,
  }
}

test('nothing is wrong with a folder of Millrace on a free port', async () => {
  const { lines, exitCode } = await findings()
  expect(lines.filter(line => line.startsWith('fault'))).toEqual([])
  expect(exitCode).not.toBe(1)
  expect(lines).toContainEqual(`ok data folder: ${folder}, not in use: no Millrace runs`)
  expect(lines).toContainEqual(`ok metadata: ${path.join(folder, 'metadata.sqlite')} is sound`)
  expect(lines).toContainEqual(`ok ports: the page and the HTTP interface: 127.0.0.1:${port} (TCP) is free`)
})

test('a key that is a setting needs no file', async () => {
  rmSync(path.join(folder, 'instance.key'))
  const { lines } = await findings()
  expect(lines).toContainEqual(expect.stringMatching(/^fault metadata: \S+instance\.key is missing/))
  const withSetting = await findings({ MILLRACE_INSTANCE_KEY: '5a'.repeat(32) })
  expect(withSetting.lines.filter(line => line.startsWith('fault'))).toEqual([])
})

test('a folder that no Millrace has used stays empty', async () => {
  const unused = mkdtempSync(path.join(folder, 'unused-'))
  const { lines } = await findings({ MILLRACE_DATA_DIR: unused })
  expect(lines).toContainEqual(`ok data folder: ${unused}, not in use: no Millrace runs`)
  expect(readdirSync(unused)).toEqual([])
})

test.each<[string, () => Promise<Record<string, string>> | Record<string, string>, RegExp]>([
  [
    'a port that is taken',
    takePort,
    /^fault ports: the page and the HTTP interface: \S+ \(TCP\) cannot be opened: .*EADDRINUSE/,
  ],
  [
    'a metadata file that is damaged',
    damageMetadata,
    /^fault metadata: \S+metadata\.sqlite (is damaged|cannot be read): /,
  ],
  [
    'a key that others may read',
    () => chmodded('instance.key', 0o644),
    /^warning metadata: others may read \S+instance\.key, .*chmod 600/,
  ],
  [
    'tasks that nearly fill the quota of all users',
    fillQuota,
    /^warning metadata: the tasks of all users take 85 % of what MILLRACE_TOTAL_QUOTA allows$/,
  ],
  [
    'a folder that others may write',
    () => chmodded('.', 0o777),
    /^warning data folder: others can write to /,
  ],
  [
    'files of the future',
    writtenTomorrow,
    /^fault machine: it is \S+, and files of the data folder are from 2\S+: set the clock/,
  ],
  [
    'more memory than there is',
    () => ({ MILLRACE_ENGINE_MEMORY: '1000GiB' }),
    /^fault machine: \d+ MiB of memory; .*lower MILLRACE_ENGINE_MEMORY$/,
  ],
  [
    'less space than wanted',
    () => ({ MILLRACE_DISK_FLOOR: '1000000GiB' }),
    /^fault data folder: \d+ MiB are free; below/,
  ],
  [
    'a data folder that cannot be made',
    () => ({ MILLRACE_DATA_DIR: path.join(folder, 'metadata.sqlite', 'data') }),
    /^fault data folder: \S+ cannot be created: \S+metadata\.sqlite is not a folder$/,
  ],
  [
    'a certificate without its key',
    otherKey,
    /^fault certificates: https: The certificate \S+ and the key \S+ cannot be used: /,
  ],
  [
    'a certificate that ends',
    () => certificate(3),
    /^warning certificates: https: The certificate \S+ ends within 2 days$/,
  ],
  [
    'PostgreSQL that is away',
    async () => ({ MILLRACE_POSTGRES_URL: `postgres://ann:hunter2@127.0.0.1:${await freePort()}/logs` }),
    /^fault servers: PostgreSQL \(MILLRACE_POSTGRES_URL\) cannot be used: .*ECONNREFUSED/,
  ],
  [
    'ClickHouse that is away',
    async () => ({ MILLRACE_CLICKHOUSE_URL: `http://127.0.0.1:${await freePort()}` }),
    /^fault servers: the ClickHouse server \S+ cannot be reached: .*ECONNREFUSED/,
  ],
])('reports %s', async (_, prepare, expected) => {
  const { lines, exitCode } = await findings(await prepare())
  expect(lines).toContainEqual(expect.stringMatching(expected))
  if (expected.source.startsWith('^fault')) expect(exitCode).toBe(1)
  expect(lines.join('\n')).not.toContain('hunter2')
})

test('of a listener of the file that cannot be used, and of one whose port is taken', async () => {
  const taken = { name: 'edge', kind: 'syslog-tcp', address: { host: '127.0.0.1', port } } as const
  await takePort()
  expect((await findings({}, () => [taken])).lines).toContainEqual(
    expect.stringMatching(/^fault ports: edge: /),
  )
  const skipped = await findings({}, () => [{ ...taken, skipIfTaken: true }])
  expect(skipped.lines).toContainEqual(expect.stringMatching(/^warning ports: edge: /))
  const wrong = () => {
    throw new Error('listeners.yaml, listener 1: ...')
  }
  expect((await findings({}, wrong)).lines).toContainEqual('fault ports: listeners.yaml, listener 1: ...')
})

function listening(at: number) {
  const server = createServer()
  return new Promise<typeof server>(resolve => server.listen(at, '127.0.0.1', () => resolve(server)))
}

async function takePort() {
  const server = await listening(port)
  onTestFinished(() => void server.close())
  return {}
}

function damageMetadata() {
  mkdirSync(path.join(folder, 'broken'))
  writeFileSync(path.join(folder, 'broken', 'metadata.sqlite'), 'this is no database '.repeat(1_000))
  return { MILLRACE_DATA_DIR: path.join(folder, 'broken') }
}

function fillQuota() {
  using database = new DatabaseSync(path.join(folder, 'metadata.sqlite'))
  database.exec("update kept_bytes set bytes = 900000 where kind = 'tasks'")
  return { MILLRACE_TOTAL_QUOTA: '1MiB' }
}

function chmodded(name: string, mode: number) {
  chmodSync(path.join(folder, name), mode)
  return {}
}

function writtenTomorrow() {
  const tomorrow = new Date(Date.now() + 86_400_000)
  mkdirSync(path.join(folder, 'spool'))
  const file = path.join(folder, 'spool', 'ledger')
  writeFileSync(file, '')
  utimesSync(file, tomorrow, tomorrow)
  return {}
}

function certificate(days: number, key?: string) {
  const authority = makeCertificate('authority')
  const made = makeCertificate('server', authority, days)
  const files = {
    MILLRACE_HTTP_TLS_CERT: path.join(folder, 'cert.pem'),
    MILLRACE_HTTP_TLS_KEY: path.join(folder, 'key.pem'),
  }
  writeFileSync(files.MILLRACE_HTTP_TLS_CERT, made.cert)
  writeFileSync(files.MILLRACE_HTTP_TLS_KEY, key ?? made.key)
  return files
}

function otherKey() {
  return certificate(100, makeCertificate('other').key)
}
