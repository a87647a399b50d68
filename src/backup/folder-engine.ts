import path from 'node:path'
import { Engine } from '../storage/clients/engine/engine.ts'
import type { SqlClient } from '../storage/clients/sql-client.ts'
import { statementClient } from '../storage/clients/statement-client.ts'

/**
 * Opens the engine on a data folder that no service uses. Does not migrate the tables, so they may be of any
 * version. `memory`: bytes that the engine may use.
 */
export async function openFolderEngine({
  dataDir,
  memory,
  log,
}: {
  dataDir: string
  memory: number
  log: (message: string) => void
}): Promise<{ client: SqlClient } & AsyncDisposable> {
  const engine = new Engine({ folder: path.join(dataDir, 'events'), memory, log })
  await engine.open()
  return { client: statementClient(engine, memory), [Symbol.asyncDispose]: () => engine.close() }
}
