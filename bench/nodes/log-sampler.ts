import pg from 'pg'
import { cpuSeconds } from '../../scenarios/testing/process-group.ts'

const sampleMs = 50

/** Processor time of the parts of a PostgreSQL, as shares of one core, and the use of the lock of the log. */
interface LogShares {
  /** Connections that change the log, and connections that read it. */
  writers: number
  readers: number
  /** All other processes of the server. */
  rest: number
  /** Share of samples in which a statement had the lock of the log. */
  held: number
  /** Mean number of statements that waited for a lock. */
  waiting: number
}

type Kind = 'writers' | 'readers' | 'rest'

/** Watches what a PostgreSQL does for the log of appends. */
export class LogSampler {
  readonly #client: pg.Client

  private constructor(client: pg.Client) {
    this.#client = client
  }

  static async open(address: string): Promise<LogSampler> {
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    return new LogSampler(client)
  }

  /** Begins to watch. The returned function ends it. `span`: seconds since the start. */
  async start(): Promise<(span: number) => Promise<LogShares>> {
    const before = await this.#spent()
    let [samples, held, waiting] = [0, 0, 0]
    const timer = setInterval(async () => {
      const { rows } = await this.#client.query(
        `select bool_or(wait_event_type is distinct from 'Lock' and backend_xid is not null) as held,
           count(*) filter (where wait_event_type = 'Lock')::int as waiting
         from pg_stat_activity where query like '%append_log_turn%' and pid <> pg_backend_pid() and state <> 'idle'`,
      )
      samples++
      held += rows[0].held === true ? 1 : 0
      waiting += rows[0].waiting
    }, sampleMs)
    return async span => {
      clearInterval(timer)
      const spent = { writers: 0, readers: 0, rest: 0 }
      for (const [pid, { kind, seconds }] of await this.#spent())
        spent[kind] += seconds - (before.get(pid)?.seconds ?? 0)
      const share = (kind: Kind) => spent[kind] / span
      return {
        writers: share('writers'),
        readers: share('readers'),
        rest: share('rest'),
        held: held / samples,
        waiting: waiting / samples,
      }
    }
  }

  /** Processor time of each running process of the server so far, and what its last statement was for. */
  async #spent(): Promise<Map<number, { kind: Kind; seconds: number }>> {
    const { rows } = await this.#client.query<{ pid: number; kind: Kind }>(
      `select pid, case when pid = pg_backend_pid() then 'rest' when query like '%append_log_turn%' then 'writers'
         when query like '%as known, l.position%' then 'readers' else 'rest' end as kind
       from pg_stat_activity`,
    )
    // Each process of the server leads a group of its own.
    return new Map(rows.map(({ pid, kind }) => [pid, { kind, seconds: cpuSeconds(pid) }]))
  }

  async close(): Promise<void> {
    await this.#client.end()
  }
}
