import { readFile } from 'node:fs/promises'
import type { SpoolBatch } from '../../schema/row.ts'
import { AttachDays } from '../copy/attach-days.ts'
import { OldBatchGate } from '../copy/old-batch-gate.ts'
import { internalRead } from '../internal-read.ts'
import { openSqlStore } from '../open-sql-store.ts'
import type { SqlClient } from '../sql-client.ts'
import type { SqlStore, StoreOptions } from '../sql-store.ts'
import { statementClient } from '../statement-client.ts'
import { migrate } from '../tables/migrate.ts'
import type { ServerAddress } from './address.ts'
import { appendToServer } from './append-files.ts'
import { ServerRunner } from './runner.ts'

/** Of a server: its statements may take what those of the embedded engine take by default. */
const memoryBytes = 900_000_000
/** The oldest version whose statements and indexes are those of the embedded engine. */
const oldestVersion = [26, 7] as const

export interface ServerStoreOptions extends StoreOptions {
  address: ServerAddress
  /** Path of the certificate of the authority that signed that of the server, PEM. */
  caFile?: string | undefined
}

/** The store on a ClickHouse server, with the parts that only its owner may use. */
export interface ServerStore extends SqlStore {
  readonly runner: ServerRunner
  readonly attachDays: AttachDays
}

/** A server that cannot hold the store. */
class UnsuitableServerError extends Error {
  override name = 'UnsuitableServerError' as const
}

/** Opens the store on a server, bringing its tables to the present version. Waits for a server that does not answer yet. */
export async function openServerStore(options: ServerStoreOptions): Promise<ServerStore> {
  const { address, caFile, log } = options
  const ca = caFile === undefined ? undefined : await readFile(caFile)
  const runner = new ServerRunner({ address, log, ...(ca !== undefined && { ca }) })
  try {
    await runner.open()
    const client = statementClient(runner, memoryBytes)
    await checkVersion(client, address.name)
    await migrate(client)
    const store = await openSqlStore({ client, insertFiles: appendToServer(runner) }, options)
    const { append, close } = store
    const gate = new OldBatchGate()
    const attachDays = new AttachDays({ store, gate, log })
    attachDays.start()
    return Object.assign(store, {
      runner,
      attachDays,
      append: (...batches: SpoolBatch[]) => gate.append(batches, () => append(...batches)),
      async close() {
        await attachDays.stop()
        await close()
      },
    })
  } catch (error) {
    await runner.close()
    throw error
  }
}

async function checkVersion(client: SqlClient, name: string): Promise<void> {
  const [[version = ''] = []] = await client.select('SELECT version()', internalRead('short', 10))
  const [major = 0, minor = 0] = String(version).split('.').map(Number)
  const [oldestMajor, oldestMinor] = oldestVersion
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return
  throw new UnsuitableServerError(
    `the ClickHouse server ${name} has version ${version}; ${oldestVersion.join('.')} or newer is needed`,
  )
}
