import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { LogPlace } from '../../../schema/store/shared-log.ts'
import { openLog } from '../../../telemetry/log.ts'
import { remainderBy } from '../../nodes/remainders.ts'
import { postgresOf } from '../../testing/postgres.ts'
import { temporaryFolder } from '../../testing/temporary.ts'
import { AppendLog } from '../append-log.ts'

/** The number of the nth batch of a new log, which a node gives. */
export const nth = (place: number, node: number) => (2 ** 18 + place) * remainderBy + node

/** A log without entries, opened by nodes of different ids. */
export async function openPlace() {
  const postgres = await postgresOf(temporaryFolder())
  if (postgres === undefined) throw new Error('there is no PostgreSQL')
  const connect = async () => {
    const client = new pg.Client({ connectionString: postgres.url, options: '-c search_path=millrace' })
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }
  const client = await connect()
  /** `port`: of a relay to the server. */
  const open = async (id: number, port?: number) => {
    const url = new URL(postgres.url)
    const relayed = `postgres://postgres@127.0.0.1:${port}${url.pathname}`
    const log = await AppendLog.open({
      postgres: { ...postgres, ...(port !== undefined && { url: relayed }) },
      folder: `folder-${id}`,
      node: { remainder: id, name: `node-${id}` },
      clock: () => 0,
      log: openLog('silent'),
    })
    onTestFinished(() => log.close())
    return log
  }
  return { open, connect, query: (sql: string, values: unknown[] = []) => client.query(sql, values) }
}

export const file = (sequence: number, body = `body ${sequence}`) => ({ sequence, body })

export async function entriesAfter(log: AppendLog, place: LogPlace) {
  const news = await log.read(place)
  return news?.entries.map(({ kind, batch, isRepeated, body }) => [kind, batch, isRepeated, body].join(' '))
}
