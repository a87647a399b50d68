import { setTimeout } from 'node:timers/promises'
import {
  type BinaryOperationNode,
  type DataTypeNode,
  type Dialect,
  type Driver,
  Kysely,
  OperatorNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type RawNode,
  sql,
} from 'kysely'
import { Client, type ClientConfig, DatabaseError } from 'pg'
import { Fault } from '../../schema/fault.ts'
import type { Log } from '../../telemetry/log.ts'
import { feedChannel } from '../changes/change-feed.ts'
import { postgresForm } from '../database/either.ts'
import { MetadataError } from '../database/metadata-error.ts'
import type { OpenedDatabase } from '../database/opened-database.ts'
import type { Database, Tables } from '../database/tables.ts'
import { type MigrateOptions, migrate, nextMigration } from '../migrations/migrate.ts'
import { BesideDriver, openPool, PostgresDriver } from './driver.ts'
import { type Address, type PostgresOptions, readAddress } from './options.ts'
import { valueTypes } from './values.ts'

/** The schema of all tables. Other schemas are neither read nor changed. */
const metadataSchema = 'millrace'

const connectTimeoutMs = 5_000
const keepAliveAfterMs = 10_000
/** An idle connection is closed after this time. */
const idleTimeoutMs = 60_000
/** How long a start waits for a server that does not answer yet, and the time between two attempts. */
const startTimeoutMs = 30_000
const retryMs = 500
/** A migration waits this long for other writers. Its statements have no time limit. */
const migrationWaitMs = 600_000
/** As `server_version_num` gives it: PostgreSQL 15. */
const minServerVersion = 150_000

/**
 * Opens and migrates the metadata of a database. Throws a MetadataError when that cannot be done, or the
 * metadata is of a newer version.
 */
export async function openPostgres(
  options: PostgresOptions,
  log: Log,
  migrationOptions: Pick<MigrateOptions, 'migrations'>,
): Promise<OpenedDatabase> {
  const address = readAddress(options)
  const location = `${address.shown}, schema ${metadataSchema},`
  const timeoutMs = options.timeoutSeconds * 1_000
  const limits = { waitMs: timeoutMs, statementMs: timeoutMs, maxConnections: options.maxConnections }
  const { db, beside } = connect(address, log, limits)
  try {
    await waitForServer(db, address)
    const migration = { location, schema: metadataSchema, ...migrationOptions }
    if ((await nextMigration(db, migration)) !== undefined) {
      const { db: migrating } = connect(address, log, {
        waitMs: migrationWaitMs,
        statementMs: 0,
        maxConnections: 1,
      })
      try {
        await makeSchema(migrating, address)
        await migrate(migrating, migration)
      } finally {
        await migrating.destroy()
      }
    }
    const listening = { ...connectionOptions(address), connectionTimeoutMillis: connectTimeoutMs }
    return {
      db,
      beside,
      kind: 'postgres',
      location,
      openListener: onNotification => new PostgresListener(listening, feedChannel, onNotification),
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

interface Limits {
  /** Maximum wait for other writers. */
  waitMs: number
  /** Maximum time of a statement; 0: unlimited. */
  statementMs: number
  maxConnections: number
}

/** Options of every connection. */
function connectionOptions({ config }: Address) {
  return {
    ...config,
    application_name: 'millrace',
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
  }
}

/** Opens a pool of connections, for writers and beside them. `db.destroy` ends it. */
function connect(address: Address, log: Log, limits: Limits): Pick<OpenedDatabase, 'db' | 'beside'> {
  const { waitMs, maxConnections } = limits
  const config = {
    ...clientConfig(address, limits),
    max: maxConnections,
    idleTimeoutMillis: idleTimeoutMs,
    // A process that stops while it holds the lock of writers loses it before waiting writers give up.
    idle_in_transaction_session_timeout: Math.ceil(waitMs * 0.6),
  }
  const pool = openPool(config, error =>
    log.warn({ room: 'metadata', err: error }, 'a connection to PostgreSQL has ended'),
  )
  const open = (createDriver: () => Driver): Database =>
    new Kysely<Tables>({ dialect: new PostgresDialect(createDriver) })
  return {
    db: open(() => new PostgresDriver({ pool, writerTimeoutMs: waitMs })),
    beside: open(() => new BesideDriver(pool)),
  }
}

/** Options of a connection that runs statements. */
export function clientConfig(address: Address, { waitMs, statementMs }: Omit<Limits, 'maxConnections'>) {
  return {
    ...connectionOptions(address),
    options: `-c search_path=${metadataSchema}`,
    types: valueTypes,
    connectionTimeoutMillis: connectTimeoutMs,
    lock_timeout: waitMs,
    ...(statementMs > 0 && {
      // The server ends a statement first. `query_timeout` is for a server that no longer answers.
      statement_timeout: statementMs + 1_000,
      query_timeout: statementMs + 3_000,
    }),
  }
}

/** Waits for the server, which may start at the same time as this service. Throws a MetadataError. */
async function waitForServer(db: Database, { shown }: Address): Promise<void> {
  const deadline = performance.now() + startTimeoutMs
  for (;;) {
    try {
      await checkServer(db, shown)
      return
    } catch (error) {
      if (error instanceof MetadataError) throw error
      const cause = error instanceof Fault ? error.cause : error
      if (isRefusal(cause) || performance.now() > deadline) {
        throw new MetadataError(`The metadata in ${shown} cannot be opened: ${reasonOf(cause)}`, { cause })
      }
    }
    await setTimeout(retryMs)
  }
}

/** Whether another attempt would fail too: for a wrong password, database or certificate. */
function isRefusal(error: unknown): boolean {
  // SQLSTATE classes: 28 is a refused sign-in, 3D a missing database.
  if (error instanceof DatabaseError) return /^(28|3D)/.test(error.code ?? '')
  // Errors without a code, such as "The server does not support SSL connections".
  if (!(error instanceof Error) || !('code' in error)) return /SSL|SASL/.test(String(error))
  return !/^(ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOENT|EHOST|ENET|EPIPE)/.test(String(error.code))
}

/** Whether an error of opening means that the server does not answer, so that another attempt may succeed. */
export function isOutage(error: unknown): boolean {
  if (error instanceof Fault) return error.code === 'metadata_unavailable'
  return error instanceof MetadataError && error.cause !== undefined && !isRefusal(error.cause)
}

/** Throws a MetadataError for a database of the wrong encoding, or an old server. */
async function checkServer(db: Database, shown: string): Promise<void> {
  const { rows } = await sql<{ encoding: string; version: number }>`
    select current_setting('server_encoding') as encoding, current_setting('server_version_num')::int as version`.execute(
    db,
  )
  const [server] = rows
  if (server === undefined) return
  if (server.encoding !== 'UTF8')
    throw new MetadataError(`The database ${shown} has the encoding ${server.encoding} instead of UTF8.`)
  if (server.version < minServerVersion)
    throw new MetadataError(`The server of ${shown} is older than PostgreSQL ${minServerVersion / 10_000}.`)
}

/** Creates the schema unless it exists: a role may be allowed to use it, but not to create it. */
async function makeSchema(db: Database, { shown }: Address): Promise<void> {
  const { rows } = await sql<{ found: string | null }>`
    select to_regnamespace(${metadataSchema})::text as found`.execute(db)
  if (rows[0]?.found != null) return
  try {
    await sql`create schema if not exists ${sql.ref(metadataSchema)}`.execute(db)
  } catch (error) {
    throw new MetadataError(
      `The schema ${metadataSchema} cannot be created in ${shown}: ${reasonOf(error)}`,
      {
        cause: error,
      },
    )
  }
}

/** The message of an error. Node gives only a code if it has tried several addresses of a name. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

/** Listens to a channel of PostgreSQL on its own connection. `ensure` reconnects after a lost connection. */
class PostgresListener {
  readonly #config: ClientConfig
  readonly #channel: string
  readonly #onNotification: () => void
  #client: Client | undefined
  #isClosed = false

  /** `onNotification` is also called once it listens, since it has missed earlier notifications. */
  constructor(config: ClientConfig, channel: string, onNotification: () => void) {
    this.#config = config
    this.#channel = channel
    this.#onNotification = onNotification
  }

  /** Connects unless it is connected. Failures are left to the next call. */
  ensure(): void {
    if (this.#client !== undefined || this.#isClosed) return
    const client = new Client(this.#config)
    this.#client = client
    const forget = () => {
      if (this.#client === client) this.#client = undefined
      void client.end().catch(() => {})
    }
    client.on('error', forget)
    client.on('end', forget)
    client.on('notification', this.#onNotification)
    client
      .connect()
      .then(() => client.query(`listen ${client.escapeIdentifier(this.#channel)}`))
      .then(this.#onNotification, forget)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#client?.end().catch(() => {})
  }
}

/** kysely on PostgreSQL, which keeps and sorts values as SQLite does. */
class PostgresDialect implements Dialect {
  readonly createDriver: () => Driver

  constructor(createDriver: () => Driver) {
    this.createDriver = createDriver
  }

  createAdapter() {
    return new WriterAdapter()
  }

  createQueryCompiler() {
    return new SqliteLikeCompiler()
  }

  createIntrospector(db: Kysely<unknown>) {
    return new PostgresIntrospector(db)
  }
}

class WriterAdapter extends PostgresAdapter {
  /** Does nothing: a migration is a transaction, which holds the lock of writers. */
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** Column types that hold and sort values as the types of SQLite do. */
const columnTypes: Readonly<Record<string, string>> = {
  integer: 'bigint',
  real: 'double precision',
  blob: 'bytea',
  text: 'text collate "C"',
}

/** Writes SQL for PostgreSQL that does what the same builder does in SQLite. */
class SqliteLikeCompiler extends PostgresQueryCompiler {
  /** Writes the form of PostgreSQL of a node that `either` made. */
  protected override visitRaw(node: RawNode): void {
    const own = postgresForm(node)
    if (own === undefined) super.visitRaw(node)
    else this.visitNode(own)
  }

  /** Writes `in` with an empty list as a constant: SQLite accepts an empty list, PostgreSQL does not. */
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand } = node
    const isEmpty = PrimitiveValueListNode.is(rightOperand) && rightOperand.values.length === 0
    if (!isEmpty || !OperatorNode.is(operator)) super.visitBinaryOperation(node)
    else this.append(operator.operator === 'not in' ? 'true' : 'false')
  }

  protected override visitDataType(node: DataTypeNode): void {
    this.append(columnTypes[node.dataType] ?? node.dataType)
  }

  protected override getAutoIncrement(): string {
    return 'generated by default as identity'
  }
}
