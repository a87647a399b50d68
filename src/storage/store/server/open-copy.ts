import { readFile } from 'node:fs/promises'
import { Engine } from '../../clients/engine/engine.ts'
import { statementClient } from '../../clients/statement-client.ts'
import type { CopyEnds } from '../copy/copy-day.ts'
import { CopyError } from '../copy/copy-error.ts'
import { insertOnServers } from '../copy/staging-insert.ts'
import { migrate } from '../tables/migrate.ts'
import type { ServersOptions } from './open.ts'
import { openGuestRunner } from './open-guest.ts'

/** Default memory of a server: see server/open.ts. */
const serverMemory = 900_000_000

interface CopyPlaces extends Pick<ServersOptions, 'addresses' | 'cluster' | 'isReplicated'> {
  /** Folder of the source engine's data. */
  folder: string
  /** Bytes that the engine may use. */
  memory: number
  caFile?: string | undefined
  log: (message: string) => void
  signal: AbortSignal
}

/** Opens both ends of a copy: the folder, which no service may use, and the servers, which a service uses. */
export async function openCopy({
  folder,
  memory,
  addresses,
  cluster,
  isReplicated = false,
  caFile,
  log,
  signal,
}: CopyPlaces): Promise<CopyEnds & AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const ca = caFile === undefined ? undefined : await readFile(caFile)
  const runner = await openGuestRunner({
    ...{ addresses, cluster, isReplicated, log },
    ...(ca !== undefined && { ca }),
  })
  opened.defer(() => runner.close())
  const engine = new Engine({ folder, memory, log })
  opened.defer(() => engine.close())
  await engine.open().catch(error => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CopyError(
      `The events in ${folder} cannot be opened; a Millrace without MILLRACE_CLICKHOUSE_URL must not run on them: ${reason}`,
    )
  })
  const source = statementClient(engine, memory)
  await migrate(source.shards[0])
  const target = statementClient(runner, serverMemory)
  const all = opened.move()
  const weights = runner.topology.shards.map(({ weight }) => weight)
  const ends = { source, target, weights, insert: insertOnServers(runner), signal }
  return { ...ends, [Symbol.asyncDispose]: () => all.disposeAsync() }
}
