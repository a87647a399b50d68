import type { ShardClient, SqlClient } from '../clients/sql-client.ts'
import type { CopyEnds } from '../store/copy/copy-day.ts'

/** Fails at the nth call, before or after executing it, as if the process had ended at that point. */
export function failing(nth: number, isDone: boolean) {
  let left = nth
  const wrap =
    <Args extends unknown[], T>(ask: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      const isLast = left-- === 0
      if (isLast && !isDone) throw new Error('killed')
      const answer = await ask(...args)
      if (isLast) throw new Error('killed')
      return answer
    }
  const shard = (real: ShardClient): ShardClient => ({
    ...real,
    select: wrap(real.select),
    command: wrap(real.command),
    insert: wrap(real.insert),
    onReplicas: wrap(real.onReplicas),
  })
  const client = (real: SqlClient): SqlClient => {
    const [first, ...others] = real.shards
    return {
      ...real,
      select: wrap(real.select),
      shards: [shard(first), ...others.map(shard)],
      get ready() {
        return real.ready
      },
    }
  }
  return {
    ends: (real: CopyEnds): CopyEnds => ({ ...real, target: client(real.target), insert: wrap(real.insert) }),
    client,
    get isReached() {
      return left < 0
    },
  }
}
