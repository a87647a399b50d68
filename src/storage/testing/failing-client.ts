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
  const shard = (of: ShardClient): ShardClient => ({
    ...of,
    select: wrap(of.select),
    command: wrap(of.command),
    insert: wrap(of.insert),
    onReplicas: wrap(of.onReplicas),
  })
  const client = (of: SqlClient): SqlClient => {
    const [first, ...others] = of.shards
    return {
      ...of,
      select: wrap(of.select),
      shards: [shard(first), ...others.map(shard)],
      get ready() {
        return of.ready
      },
    }
  }
  return {
    ends: (of: CopyEnds): CopyEnds => ({ ...of, target: client(of.target), insert: wrap(of.insert) }),
    client,
    get isReached() {
      return left < 0
    },
  }
}
