import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import type { PoolConfig } from 'pg'
import type { Settings } from '../../schema/settings/settings.ts'
import { MetadataError } from '../database/metadata-error.ts'

/** Where the metadata is in PostgreSQL, and the limits of one process. */
export interface PostgresOptions {
  /** postgres://user:password@host:port/database?sslmode=…; see `readAddress`. */
  url: string
  /** Path of a PEM file with the certificates that sign the server's certificate. */
  ca: string | undefined
  maxConnections: number
  /** Timeout of a statement, and of the wait for other writers. */
  timeoutSeconds: number
}

/** The options from the settings; undefined: the metadata is in SQLite. */
export function postgresOptions(
  settings: Pick<Settings, 'postgresUrl' | 'postgresCa' | 'postgresConnections' | 'postgresTimeout'>,
): PostgresOptions | undefined {
  const { postgresUrl, postgresCa, postgresConnections, postgresTimeout } = settings
  if (postgresUrl === undefined) return undefined
  return {
    url: postgresUrl,
    ca: postgresCa,
    maxConnections: postgresConnections,
    timeoutSeconds: postgresTimeout,
  }
}

const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const
type SslMode = (typeof sslModes)[number]

/** The address as `pg` takes it, and as messages show it: without user and password. */
export interface Address {
  config: Pick<PoolConfig, 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'>
  shown: string
}

/**
 * Reads an address. Its parameters are `sslmode` (default: verify-full, on this machine disable) and `host`,
 * the folder of a Unix socket. Throws a MetadataError, which does not show the address.
 */
export function readAddress({ url, ca }: Pick<PostgresOptions, 'url' | 'ca'>): Address {
  const address = URL.parse(url)
  if (address === null || !['postgres:', 'postgresql:'].includes(address.protocol))
    throw addressError('must be an address such as postgres://user:password@host:5432/database')
  const { searchParams } = address
  const unknown = [...searchParams.keys()].find(name => name !== 'sslmode' && name !== 'host')
  if (unknown !== undefined) throw addressError(`has the parameter ${unknown}; it takes sslmode and host`)
  // A URL has an IPv6 address in brackets: [::1].
  const host = searchParams.get('host') ?? address.hostname.replace(/^\[|\]$/g, '')
  const modeName = searchParams.get('sslmode') ?? (isThisMachine(host) ? 'disable' : 'verify-full')
  const mode = sslModes.find(known => known === modeName)
  if (mode === undefined) throw addressError(`must have an sslmode of ${sslModes.join(', ')}`)
  const database = decoded(address.pathname.slice(1))
  if (host === '' || address.username === '' || database === '')
    throw addressError('must have a user, a host and a database')
  const port = Number(address.port || 5432)
  return {
    config: {
      host,
      port,
      database,
      user: decoded(address.username),
      ...(address.password !== '' && { password: decoded(address.password) }),
      ssl: tlsOptions(mode, ca),
    },
    shown: `postgres://${host.includes(':') ? `[${host}]` : host}:${port}/${database}`,
  }
}

/** Whether a host is this machine: a Unix socket, or a loopback address. */
function isThisMachine(host: string): boolean {
  return host.startsWith('/') || host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw addressError('must have each % of a name or a password as %25')
  }
}

/** As in libpq, `require` verifies the chain of certificates if the authorities are given. */
function tlsOptions(mode: SslMode, caFile: string | undefined): ConnectionOptions | false {
  if (mode === 'disable') return false
  const ca = caFile === undefined ? {} : { ca: readCertificates(caFile) }
  if (mode === 'verify-full') return { ...ca, rejectUnauthorized: true }
  const isVerified = mode === 'verify-ca' || caFile !== undefined
  return { ...ca, rejectUnauthorized: isVerified, checkServerIdentity: () => undefined }
}

function readCertificates(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new MetadataError(`The file of MILLRACE_POSTGRES_CA, ${file}, cannot be read.`, { cause: error })
  }
}

function addressError(fault: string): MetadataError {
  return new MetadataError(`MILLRACE_POSTGRES_URL ${fault}.`)
}
