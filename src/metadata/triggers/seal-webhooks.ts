import { type Expression, type SqlBool, sql } from 'kysely'
import type { Log } from '../../telemetry/log.ts'
import type { OpenedDatabase } from '../database/opened-database.ts'
import { updateRow } from '../database/row.ts'
import { contains } from '../database/sql-forms.ts'
import type { Database } from '../database/tables.ts'
import { requireKeyInForce } from '../secrets/key-in-force.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { fullContent, searchedText } from './content.ts'
import { contentOf } from './rows.ts'
import { openSecrets, sealSecrets, splitSecrets } from './secrets.ts'

/** Rows of one read: filters may list thousands of values. */
const rowsPerRead = 50

/**
 * Seals the URLs, queries and bodies of webhooks that earlier versions stored as plain text. Later starts
 * find nothing to seal: they read the triggers with a webhook, since a node of an earlier version may have
 * stored one while nodes were upgraded one by one. Secrets that the key does not open stay, and so does the
 * plain text beside them.
 */
export async function sealWebhooks({ db, kind }: OpenedDatabase, keyring: Keyring, log: Log): Promise<void> {
  let sealedCount = 0
  let lastId = 0
  for (;;) {
    const rows = await plainWebhooks(db, lastId)
    for (const row of rows) {
      lastId = row.id
      const { secrets } = splitSecrets(contentOf(row))
      if (secrets.webhook !== undefined && (await sealWebhook(db, keyring, row.id))) sealedCount++
    }
    if (rows.length < rowsPerRead) break
  }
  if (sealedCount > 0 && kind === 'sqlite') {
    // Fails if another process reads the file, or the disk is full. The rows are sealed anyway.
    await wipeFile(db).catch(error => log.warn({ err: error }, 'sealed webhooks may still be in free pages'))
  }
}

/** Triggers with an id above `after` that have a webhook. */
function plainWebhooks(db: Database, after: number) {
  const content = sql.ref('triggers.content')
  const isSet = (member: string): Expression<SqlBool> =>
    sql`(${contains(content, `"${member}":"`)} and not ${contains(content, `"${member}":""`)})`
  return db
    .selectFrom('triggers')
    .select(['id', 'content'])
    .where('id', '>', after)
    .where(eb =>
      eb.or([isSet('send_webhook_url'), isSet('send_webhook_query'), isSet('send_webhook_template')]),
    )
    .orderBy('id')
    .limit(rowsPerRead)
    .execute()
}

/** Seals the current webhook of a trigger: another node may have changed it since it was read. */
function sealWebhook(db: Database, keyring: Keyring, id: number): Promise<boolean> {
  return db.transaction().execute(async transaction => {
    await requireKeyInForce(transaction, keyring)
    const row = await transaction
      .selectFrom('triggers')
      .select(['id', 'content', 'sealed'])
      .where('id', '=', id)
      .executeTakeFirst()
    const openedSecrets = row && openSecrets(keyring, row)
    if (row === undefined || openedSecrets === undefined) return false
    const { content, secrets } = splitSecrets(contentOf(row))
    if (secrets.webhook === undefined) return false
    await updateRow(transaction, 'triggers', id, {
      content: JSON.stringify(content),
      text_key: searchedText(fullContent(content)),
      sealed: sealSecrets(keyring, id, {
        ...openedSecrets,
        webhook: { ...openedSecrets.webhook, ...secrets.webhook },
      }),
    })
    return true
  })
}

/** Rewrites the file of the database, since its free pages still have the plain text. */
async function wipeFile(db: Database): Promise<void> {
  await sql`vacuum`.execute(db)
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
}
