import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bootstrap } from '../../metadata/bootstrap.ts'
import { type Metadata, openMetadata } from '../../metadata/open.ts'
import { createDatabase, dropDatabase, postgresServer, testOptions } from '../../metadata/testing/postgres.ts'
import { insertToken } from '../../metadata/tokens/tokens.ts'
import { type Log, openLog } from '../../telemetry/log.ts'

/** Keys of the initial tokens, by their test names. */
const secrets = {
  'user-admin': `user-${'a'.repeat(48)}`,
  'user-ann': `user-${'b'.repeat(48)}`,
  'user-bob': `user-${'c'.repeat(48)}`,
  'ingest-1': `ingest-${'d'.repeat(48)}`,
}
export type TokenName = keyof typeof secrets

export function tokenSecret(name: TokenName): string {
  return secrets[name]
}

/** Request headers with this token. */
export function tokenHeaders(name: TokenName): Record<string, string> {
  return { authorization: `token ${secrets[name]}` }
}

const sessionAgeSeconds = 1_209_600
export const adminId = 1
export const annId = 2

export interface TestPeople {
  metadata: Metadata
  /** Deleted by `close`. */
  folder: string
  /** Moves the clock of the metadata forward. */
  advanceClock(seconds: number): void
  /** Stops the metadata's clock; afterwards only `advanceClock` moves it. */
  stopClock(): void
  close(): Promise<void>
}

interface SavedFile {
  name: string
  bytes: Buffer
}

/** Metadata with these people: its files, and its database if it is outside of them. */
interface Prepared {
  files: SavedFile[]
  database: string | undefined
}
let prepared: Promise<Prepared> | undefined

/** Created once per process, since hashing a password is slow. */
async function prepare(): Promise<Prepared> {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-people-'))
  const database = postgresServer === undefined ? undefined : await createDatabase(postgresServer)
  const metadata = await openMetadata({
    folder,
    postgres: optionsOf(database),
    sessionAgeSeconds,
    log: openLog('silent'),
  })
  await bootstrap(metadata, { adminPassword: 'secret', adminToken: secrets['user-admin'] })
  const searchers = await metadata.groups.create({
    name: 'searchers',
    permissions: ['search'],
    hosts: ['fw-*'],
  })
  const ann = { username: 'ann', first_name: 'Ann', last_name: 'Other', groups: [searchers.id] }
  const { id: userId } = await metadata.users.create(ann)
  const { id: bobId } = await metadata.users.create({ username: 'bob' })
  const issue = (name: TokenName, owner: number, type: 'USER' | 'INGEST') =>
    metadata.db
      .transaction()
      .execute(transaction =>
        insertToken(
          transaction,
          metadata.keyring,
          { userId: owner, type, description: name, expiresAt: null, key: secrets[name] },
          metadata.clock(),
        ),
      )
  await issue('user-ann', userId, 'USER')
  await issue('user-bob', bobId, 'USER')
  await issue('ingest-1', adminId, 'INGEST')
  await metadata.close()
  const files = readdirSync(folder).map(name => ({ name, bytes: readFileSync(path.join(folder, name)) }))
  rmSync(folder, { recursive: true })
  return { files, database }
}

function optionsOf(database: string | undefined) {
  return postgresServer === undefined || database === undefined
    ? undefined
    : testOptions(postgresServer, database)
}

/**
 * Real metadata in its own folder. `admin` (password `secret`) may do everything, `ann` is in a group that
 * may search hosts fw-*, `bob` is in no group. Each has a token; admin also has an INGEST token.
 */
export async function openPeople(log: Log): Promise<TestPeople> {
  prepared ??= prepare()
  const { files, database: preparedDatabase } = await prepared
  const database =
    postgresServer === undefined ? undefined : await createDatabase(postgresServer, preparedDatabase)
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-people-'))
  for (const { name, bytes } of files) writeFileSync(path.join(folder, name), bytes, { mode: 0o600 })
  let advancedMicros = 0
  let stoppedAtMicros: number | undefined
  const clock = () => (stoppedAtMicros ?? Date.now() * 1_000) + advancedMicros
  const postgres = optionsOf(database)
  const clocks = { clock, leaseClock: clock }
  const metadata = await openMetadata({ folder, postgres, sessionAgeSeconds, log, ...clocks })
  return {
    metadata,
    folder,
    advanceClock(seconds) {
      advancedMicros += seconds * 1_000_000
    },
    stopClock() {
      stoppedAtMicros = Date.now() * 1_000
    },
    async close() {
      await metadata.close()
      rmSync(folder, { recursive: true })
      if (postgresServer !== undefined && database !== undefined) await dropDatabase(postgresServer, database)
    },
  }
}
