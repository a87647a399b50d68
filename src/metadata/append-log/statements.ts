import { remainderBy } from '../nodes/remainders.ts'
import type { Statement } from './postgres-connection.ts'

/**
 * The SQL of the append log. `named` names a statement, so that each connection prepares it once.
 *
 * Each change of the log is one statement, which calls append_log_turn before it decides a position or a
 * number (migrations/0040-times-of-the-log.ts). The lock lasts until the commit and gives positions the order
 * of the commits, so that a reader that has read up to a position never misses a lower one. The function
 * locks a row and does not update it: PostgreSQL keeps all versions of an updated row while any snapshot is
 * open, and each update reads them all.
 *
 * `is_current` of append_log_state is 1 while nodes of earlier versions may run: they read the position and
 * the number in that row, so each change of the log keeps them current (`keepState`). Without such nodes the
 * row has only the joins, and the newest entry has the state.
 *
 * `limit 1` makes the planner look up each spool file by its key. Without it, the planner may read all files
 * of the folder, or all versions of files that were pending.
 */
const named = (name: string, text: string): Statement => ({ name: `append_log_${name}`, text })

/** The state of the log once this statement holds its lock; empty if `entries`, the entries to add, is 0. */
const lockedLog = (entries: string) =>
  `append_log_turn(${entries}) l (last_position, last_batch, join_count, is_current, now_at, last_notified_at)`

/** The columns of an entry that `lockedLog` or a change decides. */
const entryColumns = 'position, kind, batch, is_repeated, body, token, highest, at, notified_at'

/** Updates the row of append_log_state from `state`, while nodes of earlier versions need it. */
const keepState = (position: string, batch: string) =>
  `update append_log_state k set position = ${position}, batch = ${batch} from state s where k.name = 'events' and s.is_current = 1`

/**
 * The channel of notifications. The payload is the folder of a node that ended or abandoned batches, or ''
 * after a `drop`, a `forget`, or batches of a removed node.
 */
export const channel = 'millrace_append_log'
/** Key of an advisory lock: an arbitrary number, apart from the keys of append-log.ts. */
const pruneKey = 52_752

/**
 * Whether a change notifies the other nodes: not if another one has within `interval` (microseconds). A
 * notification wakes every node and is slow to commit. Nodes look again on their own after each one
 * (looks.ts).
 */
const notifies = (interval: string) =>
  `(coalesce(l.now_at - l.last_notified_at not between 0 and ${interval}, true))`

/**
 * The first statement of a join. Locks the row of the log's state, or inserts it if the log is new. `join`
 * completes that row and decides `is_current`, so both run in one transaction. $1: later numbers are higher
 * than it; $2: the number up to which files from before a new log keep their own numbers.
 */
export const startJoin = named(
  'start_join',
  `insert into append_log_state (name, position, batch, joins, own_numbers) values ('events', 0, greatest($1::bigint, $2::bigint), 0, $2)
   on conflict (name) do update set is_current = 1`,
)

/**
 * The condition that nodes of earlier versions may run. `maxStatement`: the parameter with the microseconds
 * after which no statement of an ended node runs.
 */
const hasOldNodes = (
  maxStatement: string,
) => `exists (select 1 from nodes n where n.reads_entries is null and n.removed_at is null
  and (n.url is not null or n.seen_at > extract(epoch from clock_timestamp()) * 1000000 - ${maxStatement}::bigint))`

/** Notes that the node of a folder ($1) has this version. */
export const readsEntries = named(
  'reads_entries',
  'update nodes set reads_entries = 1 where folder = $1 and reads_entries is null',
)

/** Counts a join, after `startJoin`. $1: later numbers are higher than it; $2: see `hasOldNodes`. */
export const join = named(
  'join',
  `update append_log_state s set joins = s.joins + 1, position = greatest(s.position, l.position),
     batch = greatest(s.batch, l.highest, $1::bigint),
     is_current = case when ${hasOldNodes('$2')} then 1 else 0 end
   from (select max(position) as position, (select highest from append_log order by position desc limit 1) as highest
     from append_log) l
   where s.name = 'events'
   returning s.position, s.batch, s.joins, s.own_numbers, (select k.token from append_log k where k.position = s.position) as token`,
)

/** Ends `keepState` once all nodes of earlier versions were upgraded or removed. $1: see `hasOldNodes`. */
export const endKeeping = named(
  'end_keeping',
  `update append_log_state set is_current = 0 where name = 'events' and is_current = 1 and not ${hasOldNodes('$1')}`,
)

/** The batches that have begun and not ended. */
export const pending = named(
  'pending',
  `select k.folder, k.sequence, k.batch, k.is_repeated, l.body
   from append_batches k join append_log l on l.position = k.position where k.is_pending = 1 order by k.batch`,
)

/**
 * Reads the entries after a position. $1: the position; $2: the limit. Returns at least one row, unless there
 * is no log.
 */
export const read = named(
  'read',
  `select greatest(s.position, (select max(position) from append_log)) as last, s.joins,
     (select k.token from append_log k where k.position = $1) as known, l.position, l.kind, l.batch, l.is_repeated, l.body, l.token
   from append_log_state s
   left join lateral (select * from append_log where position > $1 order by position limit $2) l on true
   where s.name = 'events' order by l.position`,
)

/**
 * Begins batches: gives each spool file its number, and adds an entry for it.
 *
 * `given`: the files in the order of the call (`place`), each with the number that the caller knows
 * (`known`), the number that the file keeps (`batch`; null: it gets a new one), and a pending number of the
 * log that `known` replaces (`replaced`). `locked`: the state of the log once this statement holds its lock;
 * empty if the log has counted another join since the caller's, so that nothing begins. `numbered`: the files
 * with their positions and numbers.
 *
 * Positions: first the entries that abandon replaced numbers, from `replaced_position` + 1 to `position`,
 * then an entry for each file, from `position` + 1 to `new_position`.
 *
 * $1: the folder; $2, $3, $4: sequences, bodies and numbers of the files, null for none; $5: the joins that
 * the caller counted last; $6: the highest number known; $7: a token; $8: the node's remainder; $9: numbers
 * for files that the log does not know, or null.
 *
 * While this statement waits for the row of the state, another one may begin the same files, which the
 * snapshot of this one does not contain. So `keys` decides the numbers: its `on conflict` sees the current
 * row. A number that the caller gives replaces another one of the log, since rows have the caller's. The
 * other number is abandoned.
 */
export const begin = named(
  'begin',
  `with given as (
     select g.sequence, g.body, g.place, g.batch as known, coalesce(g.batch, k.batch, g.old_batch) as batch,
       case when coalesce(g.batch, g.old_batch) is null then 0 else 1 end as is_repeated,
       case when k.is_pending = 1 and k.batch <> g.batch then k.batch end as replaced
     from unnest($2::bigint[], $3::text[], $4::bigint[], $9::bigint[]) with ordinality as g (sequence, body, batch, old_batch, place)
     left join lateral (select * from append_batches where folder = $1 and sequence = g.sequence limit 1) k on true
   ), counted as (
     select count(*) as all_rows, count(replaced) as replaced_rows, count(*) filter (where batch is null) as new_rows,
       max(batch) as highest from given
   ), locked as materialized (
     select c.*, l.last_position, greatest(l.last_batch, $6, c.highest) as last_batch, l.is_current,
       l.now_at, l.last_notified_at
     from counted c cross join lateral ${lockedLog('c.all_rows')} where l.join_count = $5
   ), state as (
     select last_position as replaced_position, last_position + replaced_rows as position,
       last_position + replaced_rows + all_rows as new_position, last_batch / ${remainderBy} as step, is_current,
       now_at, last_notified_at,
       case when new_rows = 0 then last_batch
         else (last_batch / ${remainderBy} + new_rows) * ${remainderBy} + $8::bigint % ${remainderBy} end as new_batch
     from locked
   ), kept as (
     ${keepState('s.new_position', 's.new_batch')}
   ), numbered as (
     select g.sequence, g.body, g.place, g.known, g.is_repeated, s.position + g.place as position,
       coalesce(g.batch, (s.step + row_number() over (partition by g.batch is null order by g.place)) * ${remainderBy}
         + $8::bigint % ${remainderBy}) as batch
     from given g cross join state s
   ), keys as (
     insert into append_batches as k (folder, sequence, batch, position, is_pending, is_repeated)
     select $1, sequence, batch, position, 1, is_repeated from numbered
     on conflict (folder, sequence) do update
     set position = excluded.position, is_pending = 1,
       batch = coalesce((select n.known from numbered n where n.sequence = k.sequence), k.batch),
       is_repeated = case when k.is_pending = 0 then 1
         else greatest(k.is_repeated, (select case when n.known <> k.batch then 1 else 0 end
           from numbered n where n.sequence = k.sequence)) end
     returning k.sequence, k.batch, k.position, k.is_repeated
   ), entries as (
     insert into append_log (${entryColumns})
     select k.position, 'begin', k.batch, k.is_repeated, n.body, $7, s.new_batch, s.now_at, s.last_notified_at
     from keys k join numbered n using (sequence) cross join state s
     union all
     select s.replaced_position + row_number() over (order by g.place), 'abandon', g.replaced, 0, '', $7, s.new_batch, s.now_at, s.last_notified_at
     from given g cross join state s where g.replaced is not null
   )
   select k.sequence, k.batch from keys k join numbered n using (sequence) order by n.place`,
)

/**
 * Ends or abandons pending batches, with an entry for each. $1: the folder; $2: sequences; $3: end or
 * abandon; $4: a token; $5: the number of the rows of each, or null for the number of the log. Leaves out
 * sequences that are not pending, because an earlier try ended them, and numbers whose beginning the log does
 * not have. If the log has another number for a sequence, that one is abandoned. $6: see `notifies`.
 */
export const end = named(
  'end',
  `with found as (
     select k.sequence, k.batch as logged, coalesce(a.batch, k.batch) as batch
     from unnest($2::bigint[], $5::bigint[]) as a (sequence, batch)
     cross join lateral (
       select * from append_batches where folder = $1 and sequence = a.sequence limit 1 for update
     ) k
     where k.is_pending = 1 and (a.batch is null or a.batch = k.batch
       or a.batch = (select l.batch from append_log l where l.position = k.position))
   ), ended as (
     update append_batches k set is_pending = 0, batch = (select f.batch from found f where f.sequence = k.sequence limit 1)
     where k.folder = $1 and k.sequence = any(array(select f.sequence from found f))
   ), changes as (
     select batch, $3 as kind from found union all select logged, 'abandon' from found where logged <> batch
   ), counted as (
     select count(*) as all_rows from changes
   ), state as materialized (
     select c.all_rows, l.*, ${notifies('$6::bigint')} as notifies
     from counted c cross join lateral ${lockedLog('c.all_rows')}
   ), kept as (
     ${keepState('s.last_position + s.all_rows', 's.last_batch')}
   ), entries as (
     insert into append_log (${entryColumns})
     select s.last_position + row_number() over (order by e.batch), e.kind, e.batch, 0, '', $4, s.last_batch, s.now_at,
       case when s.notifies then s.now_at else s.last_notified_at end
     from changes e cross join state s
   )
   select pg_notify('${channel}', $1) from state where notifies`,
)

/**
 * Abandons the pending batches of removed nodes. $1: microseconds since such a node was last seen; $2: a
 * token. Some rows of these batches may be readable, with names that only the entries of the batches have. So
 * a `forget` makes all nodes read the table again.
 */
export const abandonRemoved = named(
  'abandon_removed',
  `with found as (
     select k.folder, k.sequence, k.batch from append_batches k join nodes n on n.folder = k.folder
     where k.is_pending = 1 and n.removed_at is not null
       and coalesce(n.seen_at, 0) < extract(epoch from clock_timestamp()) * 1000000 - $1::bigint
     order by k.batch limit 1000 for update of k
   ), ended as (
     update append_batches k set is_pending = 0 from found f where k.folder = f.folder and k.sequence = f.sequence
   ), changes as (
     select batch, 'abandon' as kind, 0 as place from found
     union all select max(batch), 'forget', 1 from found having count(*) > 0
   ), counted as (
     select count(*) as all_rows from changes
   ), state as materialized (
     select c.all_rows, l.* from counted c cross join lateral ${lockedLog('c.all_rows')}
   ), kept as (
     ${keepState('s.last_position + s.all_rows', 's.last_batch')}
   ), entries as (
     insert into append_log (${entryColumns})
     select s.last_position + row_number() over (order by e.place, e.batch), e.kind, e.batch, 0, '', $2, s.last_batch, s.now_at, s.last_notified_at
     from changes e cross join state s
   )
   select pg_notify('${channel}', '') from changes where kind = 'forget'`,
)

/** Adds an entry. $1: drop or forget; $2: its body; $3: a token; $4: the highest batch, or 0. */
export const note = named(
  'note',
  `with state as materialized (
     select last_position + 1 as position, greatest(last_batch, $4) as batch, is_current, now_at
     from ${lockedLog('1')}
   ), kept as (
     ${keepState('s.position', 's.batch')}
   ), entry as (
     insert into append_log (${entryColumns})
     select position, $1, $4, 0, $2, $3, batch, now_at, now_at from state
   )
   select pg_notify('${channel}', '')`,
)

/**
 * Deletes old entries, unless another node does so now. $1: how many entries stay at least; $2: how many stay
 * at most; $3: microseconds for which entries stay. Entries of pending batches stay too. Entries of earlier
 * versions have no time and count as old.
 */
export const pruneLog = named(
  'prune_log',
  `delete from append_log where position <= (
     select least(l.last - $1::bigint, greatest(l.last - $2::bigint, coalesce((
       select k.position - 1 from append_log k
       where k.at > extract(epoch from clock_timestamp()) * 1000000 - $3::bigint order by k.position limit 1
     ), l.last)))
     from (select max(position) as last from append_log) l where pg_try_advisory_xact_lock(${pruneKey})
   ) and position not in (select position from append_batches where is_pending = 1)`,
)

/** Forgets the numbers of old spool files. $1: the folder; $2: how many files stay known. */
export const pruneBatches = named(
  'prune_batches',
  `delete from append_batches where folder = $1 and is_pending = 0 and sequence <=
   (select sequence from append_batches where folder = $1 and is_pending = 0 order by sequence desc offset $2 limit 1)`,
)

/**
 * Ends other connections that hold the lock of a node's writer or wait for it. $1, $2: the lock. A broken
 * connection may have left a waiting statement: the server notices the break only when it sends the answer.
 */
export const endWriters = named(
  'end_writers',
  `select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid
   where l.locktype = 'advisory' and l.database = (select oid from pg_database where datname = current_database())
     and l.classid = $1::int and l.objid = $2::int and l.objsubid = 2
     and l.pid <> pg_backend_pid() and a.usename = current_user`,
)

/** Waits until the connections of `endWriters` are gone. The lock ends with the connection. */
export const lockWriter = named('lock_writer', 'select pg_advisory_lock($1::int, $2::int)')
