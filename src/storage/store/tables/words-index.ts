import type { ShardClient } from '../../clients/sql-client.ts'
import { ofTable } from '../../reads/partitions.ts'
import { indexedWords } from '../../sql/long-words.ts'
import { eventsTable } from '../../sql/tables.ts'

/**
 * Statements that give the index of words its current definition, with further parts of an ALTER. Merges must
 * be stopped, so that existing parts keep their index: the engine would delete it in a mutation.
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
