import { Client } from 'pg'
import { type PostgresOptions, readAddress } from './options.ts'

const timeoutMs = 5_000

/** The answers of a server. */
interface ProbedPostgres {
  /** Its address, without secrets. */
  shown: string
  /** Such as 15.8. */
  version: string
  /** Milliseconds by which the clock of this machine is ahead of the server's. */
  clockSkewMs: number
}

/**
 * Signs in and asks for the version and the time. Throws a MetadataError for an address that cannot be read,
 * otherwise the error of the server or the network.
 */
export async function probePostgres(options: PostgresOptions): Promise<ProbedPostgres> {
  const { config, shown } = readAddress(options)
  const client = new Client({ ...config, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs })
  // Without a listener, the error of a broken connection would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    const startedAt = Date.now()
    const time = await client.query<{ ms: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
    )
    const middle = (startedAt + Date.now()) / 2
    const clockSkewMs = Math.round(middle - Number(time.rows[0]?.ms ?? middle))
    return { shown, version: rows[0]?.server_version ?? '', clockSkewMs }
  } finally {
    await client.end().catch(() => {})
  }
}
