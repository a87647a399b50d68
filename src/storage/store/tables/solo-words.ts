import { setTimeout as sleep } from 'node:timers/promises'
import type { ShardClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { daySeconds } from '../../contract/time-span.ts'
import { ofTable, startOfDay } from '../../reads/partitions.ts'
import { number, text } from '../../sql/literal.ts'
import { indexedWords } from '../../sql/long-words.ts'
import { onceJoinedPattern } from '../../sql/phrase.ts'
import { within } from '../../sql/scope.ts'
import { eventsTable } from '../../sql/tables.ts'
import type { DayUpdate } from './old-days.ts'

const read = internalRead('short', 60)
const longRead = internalRead('long', 600)
/** Days that versions of the tables before 8 stored: see DayUpdate. */
export const oldWordsTable = 'millrace.old_words'
/** A part of the text of older definitions of the index, which newer ones do not contain. */
const olderRule = 'p{Han}'
/** How long to wait for a replicated table to take a definition from Keeper. */
const ruleWait = { tries: 600, pollMs: 100 } as const

/**
 * Version 8: characters that scripts share (`ー`) are words of their own in the index of words. The definition
 * changes at once; days with such characters are rewritten in the background (`currentWords`).
 */
export async function soloWords(shard: ShardClient): Promise<void> {
  const own = shard.own(eventsTable)
  await shard.command(
    `CREATE TABLE IF NOT EXISTS ${shard.own(oldWordsTable)} (day UInt32, begun UInt8) ENGINE = ${shard.engineOf(oldWordsTable)} ORDER BY day SETTINGS fsync_after_insert = 1`,
  )
  const [redefine, keepIndex] = redefineWords(shard, [], 'SETTINGS alter_sync = 0, mutations_sync = 0')
  // An earlier attempt has changed the definition, but may have ended before `keepIndex`.
  if (!(await hasOlderRule(shard))) return await shard.command(keepIndex)
  await shard.insert(
    `INSERT INTO ${shard.own(oldWordsTable)} SELECT DISTINCT toUInt32(partition), 0 FROM system.parts WHERE active AND ${ofTable(shard, eventsTable)}`,
    { async_insert: 0 },
  )
  await shard.command(`SYSTEM STOP MERGES ${own}`)
  try {
    await shard.command(redefine)
    for (let tries = 0; await hasOlderRule(shard); tries++) {
      if (tries === ruleWait.tries) throw new Error('the index of words does not get its new definition')
      await sleep(ruleWait.pollMs)
    }
    await shard.command(keepIndex)
  } finally {
    await shard.command(`SYSTEM START MERGES ${own}`)
  }
}

async function hasOlderRule(shard: ShardClient): Promise<boolean> {
  const rows = await shard.select(
    `SELECT 1 FROM system.tables WHERE database = 'millrace' AND name = ${text(shard.own(eventsTable).replace('millrace.', ''))} AND position(create_table_query, ${text(olderRule)}) > 0`,
    read,
  )
  return rows.length > 0
}

/**
 * Two statements, to run one after the other. The first gives the index of words its current definition
 * (`others`: further parts of the ALTER). The second ends the mutation that would delete the index of
 * existing parts. Merges must be stopped until then.
 */
export function redefineWords(
  shard: ShardClient,
  others: readonly string[],
  settings: string,
): [string, string] {
  const parts = [
    'DROP INDEX IF EXISTS words',
    `ADD INDEX words message TYPE text(tokenizer = splitByNonAlpha, preprocessor = ${indexedWords('message')})`,
    ...others,
  ]
  return [
    `ALTER TABLE ${shard.own(eventsTable)} ${parts.join(', ')} ${settings}`,
    `KILL MUTATION WHERE ${ofTable(shard, eventsTable)} AND command LIKE '%DROP INDEX%words%'`,
  ]
}

/**
 * Updates the index of words of days that versions before 8 stored: rewrites a day with messages that the
 * older rule (sql/phrase.ts) split differently.
 */
export const currentWords: DayUpdate = {
  table: oldWordsTable,
  title: 'words of older days',
  async start(shard, { day }, log) {
    const table = shard.own(eventsTable)
    const start = startOfDay(String(day))
    const joined = await shard.select(
      `SELECT 1 FROM ${table} WHERE ${within(start, start + daySeconds)} AND NOT isValidASCII(message) AND match(message, ${text(onceJoinedPattern)}) LIMIT 1`,
      longRead,
    )
    const isOld = joined.length > 0
    const partition = `IN PARTITION ${number(day)}`
    // Parts lack the index if the engine deleted it before the migration could prevent that. Other parts keep
    // their index.
    const materialize = `MATERIALIZE INDEX words ${partition}`
    const changes = isOld ? `REWRITE PARTS ${partition}, ${materialize}` : materialize
    if (isOld) log(`rewriting day ${day} for its words`)
    await shard.command(`ALTER TABLE ${table} ${changes} SETTINGS mutations_sync = 0, alter_sync = 0`)
    return isOld
  },
}
