import type { Statement } from './postgres-connection.ts'

/**
 * Each change of the log is one statement, which updates the one row of append_log_state first. The lock of
 * that row gives positions the order of the commits, so that a reader that has read up to a position never
 * misses a lower one.
 */
const named = (name: string, text: string): Statement => ({ name: `append_log_${name}`, text })

/** Notified when batches ended, with the folder of their node, or when rows were dropped. */
export const channel = 'millrace_append_log'

/**
 * All numbers of one node have the same remainder by this, so that no two nodes give the same number, even
 * where the log has lost a number that it confirmed. There are at most 1,000 nodes.
 */
export const numberStride = 1_024

/** $1: all numbers are higher from now on; $2: up to it a new log leaves numbers to files from before it. */
export const join = named(
  'join',
  `insert into append_log_state (name, position, batch, joins, own_numbers) values ('events', 0, greatest($1::bigint, $2::bigint), 1, $2)
   on conflict (name) do update set joins = append_log_state.joins + 1, batch = greatest(append_log_state.batch, $1)
   returning position, batch, joins, own_numbers, (select token from append_log l where l.position = append_log_state.position) as token`,
)

export const pending = named(
  'pending',
  `select k.folder, k.sequence, k.batch, k.is_repeated, l.body
   from append_batches k join append_log l on l.position = k.position where k.is_pending = 1 order by k.batch`,
)

/** $1: the known position; $2: the limit. Returns at least one row, unless there is no log. */
export const read = named(
  'read',
  `select s.position as last, s.joins, (select k.token from append_log k where k.position = $1) as known,
     l.position, l.kind, l.batch, l.is_repeated, l.body, l.token
   from append_log_state s
   left join lateral (select * from append_log where position > $1 order by position limit $2) l on true
   where s.name = 'events' order by l.position`,
)

/**
 * $1: the folder; $2, $3, $4: sequences, bodies, numbers that they have or null; $5: joins; $6: the highest
 * number known; $7: a token; $8: the node.
 */
export const begin = named(
  'begin',
  `with given as (
     select g.sequence, g.body, g.place, coalesce(k.batch, g.batch) as batch,
       case when k.batch is null then (case when g.batch is null then 0 else 1 end)
         when k.is_pending = 1 then k.is_repeated else 1 end as is_repeated
     from unnest($2::bigint[], $3::text[], $4::bigint[]) with ordinality as g (sequence, body, batch, place)
     left join append_batches k on k.folder = $1 and k.sequence = g.sequence
   ), counted as (
     select count(*) as all_rows, count(*) filter (where batch is null) as new_rows, max(batch) as highest from given
   ), state as (
     update append_log_state s
     set position = s.position + c.all_rows, batch = case when c.new_rows = 0 then greatest(s.batch, $6, c.highest)
       else (greatest(s.batch, $6, c.highest) / ${numberStride} + c.new_rows) * ${numberStride} + $8::bigint % ${numberStride} end
     from counted c where s.name = 'events' and s.joins = $5
     returning s.position - c.all_rows as position, s.batch / ${numberStride} - c.new_rows as step
   ), numbered as (
     select g.sequence, g.body, g.is_repeated, s.position + g.place as position,
       coalesce(g.batch, (s.step + row_number() over (partition by g.batch is null order by g.place)) * ${numberStride}
         + $8::bigint % ${numberStride}) as batch
     from given g cross join state s
   ), keys as (
     insert into append_batches as k (folder, sequence, batch, position, is_pending, is_repeated)
     select $1, sequence, batch, position, 1, is_repeated from numbered
     on conflict (folder, sequence) do update
     set position = excluded.position, is_pending = 1, is_repeated = excluded.is_repeated
   ), entries as (
     insert into append_log (position, kind, batch, is_repeated, body, token)
     select position, 'begin', batch, is_repeated, body, $7 from numbered
   )
   select sequence, batch from numbered`,
)

/**
 * $1: the folder; $2: sequences; $3: end or abandon; $4: a token. Leaves out sequences that are not pending:
 * an earlier try ended them.
 */
export const end = named(
  'end',
  `with ended as (
     update append_batches set is_pending = 0 where folder = $1 and sequence = any($2::bigint[]) and is_pending = 1 returning batch
   ), counted as (
     select count(*) as all_rows from ended
   ), state as (
     update append_log_state s set position = s.position + c.all_rows from counted c where s.name = 'events' and c.all_rows > 0
     returning s.position - c.all_rows as position
   ), entries as (
     insert into append_log (position, kind, batch, is_repeated, body, token)
     select s.position + row_number() over (order by e.batch), $3, e.batch, 0, '', $4 from ended e cross join state s
   )
   select pg_notify('${channel}', $1)`,
)

/** $1: drop or forget; $2: what was dropped; $3: a token; $4: the highest batch, or 0. */
export const note = named(
  'note',
  `with state as (update append_log_state set position = position + 1, batch = greatest(batch, $4) where name = 'events' returning position),
   entry as (
     insert into append_log (position, kind, batch, is_repeated, body, token) select position, $1, $4, 0, $2, $3 from state
   )
   select pg_notify('${channel}', '')`,
)

/** $1: how many entries stay. Entries that began and have not ended stay. */
export const pruneLog = named(
  'prune_log',
  `delete from append_log where position <= (select position from append_log_state) - $1::bigint
   and position not in (select position from append_batches where is_pending = 1)`,
)

/** $1: the folder; $2: how many spool files stay known. */
export const pruneBatches = named(
  'prune_batches',
  `delete from append_batches where folder = $1 and is_pending = 0 and sequence <=
   (select sequence from append_batches where folder = $1 and is_pending = 0 order by sequence desc offset $2 limit 1)`,
)
