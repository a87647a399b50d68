import { Client } from 'pg'
import { type PostgresOptions, readAddress } from './options.ts'

const timeoutMs = 5_000

/**
 * Signs in and asks for the version, such as 15.8. Throws a MetadataError for an address that cannot be read,
 * otherwise the error of the server or the network.
 */
export async function probePostgres(options: PostgresOptions): Promise<{ shown: string; version: string }> {
  const { config, shown } = readAddress(options)
  const client = new Client({ ...config, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs })
  // A connection that breaks later is of no interest.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return { shown, version: rows[0]?.server_version ?? '' }
  } finally {
    await client.end().catch(() => {})
  }
}
