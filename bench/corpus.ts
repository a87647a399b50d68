import { placeholders } from '../src/schema/template.ts'
import type { EmbeddedStore } from '../src/storage/embedded/embedded-store.ts'

/** Rows of one INSERT: what memory and the size of a part bear with two at once. */
const chunk = 200_000

/** The rare word of the corpus: in one event of a million. */
export const rareToken = 'zqxrare7f3a'

const { digits, hex, mixed } = placeholders
const address = [digits, digits, digits, digits].join('.')

/**
 * Fills the store with `events` events over `days` days before `end` (Unix seconds), made inside the engine: 500 hosts and
 * 60 programs of uneven frequency, 40 kinds of message with addresses, ids and users (a third of them names without digits, so there are
 * 1,240 templates and a few strays), about 175 bytes each, and two tags: a port of 65,000, an address of millions.
 */
export async function fillStore(
  store: EmbeddedStore,
  events: number,
  days: number,
  end: number,
): Promise<void> {
  const from = (end - days * 86_400) * 1_000_000
  const spacing = Math.floor((days * 86_400 * 1_000_000) / events)
  const fill = async (start: number) => {
    const rows = Math.min(chunk, events - start)
    await store.client.insert(
      `INSERT INTO millrace.events (id, ts, first, repeat, count, earlier, host, program, facility, severity, mnemonic, type, status, message, tags, template)
       WITH
         number + ${start} AS n,
         cityHash64(n, 1) AS r1, cityHash64(n, 2) AS r2, cityHash64(n, 3) AS r3, cityHash64(n, 4) AS r4,
         fromUnixTimestamp64Micro(${from} + toInt64(n) * ${spacing} + toInt64(r1 % ${spacing}), 'UTC') AS moment,
         toUInt32(floor(500 * pow((r2 % 1000003) / 1000003, 2.2))) AS h,
         toUInt32(floor(60 * pow((r3 % 1000003) / 1000003, 2))) AS p,
         toUInt32(floor(40 * pow((r4 % 1000003) / 1000003, 1.8))) AS k,
         concat(
           if(k % 8 = 0, concat('%ASA-6-3020', toString(13 + k % 4), ': '), ''),
           ['connection', 'session', 'request', 'login', 'packet', 'transaction', 'backup', 'interface'][k % 8 + 1], ' ',
           ['opened', 'closed', 'failed', 'denied', 'accepted'][k % 5 + 1]) AS kind,
         r1 % 3 = 0 AS isNamed,
         concat(['anna', 'boris', 'chen', 'dora', 'emil', 'fatima'][r1 % 6 + 1], ['son', 'ley', 'ov', 'ini', 'ez'][r2 % 5 + 1]) AS name,
         lower(hex(r1)) AS trace
       SELECT n + 1, moment, moment, 0, 1, [], concat('host-', toString(h)), concat('program-', toString(p)),
         r4 % 24, least(7, 3 + r1 % 5 - (r2 % 50 = 0) * 2), if(k % 8 = 0, concat('ASA-6-3020', toString(13 + k % 4)), ''), 1, 0,
         concat(kind, ' for ', if(isNamed, name, concat('user', toString(r1 % 5000))),
           ' from 10.', toString(r2 % 256), '.', toString(r3 % 256), '.', toString(r4 % 256), ' port ', toString(r1 % 60000),
           ' to 192.0.2.', toString(r3 % 254), ' service https duration ', toString(r2 % 1000), 'ms bytes ', toString(r4 % 1000000),
           ' reason template-', toString(k), ' trace ', trace, if(n % 1000000 = 500000, ' ${rareToken}', '')),
         concat('{"dst_port":"', toString(1 + r1 % 65000), '","src_ip":"10.', toString(r2 % 256), '.', toString(r3 % 256), '.', toString(r4 % 256), '"}'),
         concat(replaceRegexpAll(kind, '[0-9]+', '${digits}'), ' for ', if(isNamed, name, 'user${digits}'),
           ' from ${address} port ${digits} to ${address} service https duration ${digits}ms bytes ${digits} reason template-${digits} trace ',
           if(match(trace, '[a-f]'), if(match(trace, '[0-9]'), '${hex}', trace), '${digits}'), if(n % 1000000 = 500000, ' ${mixed}', ''))
       FROM numbers(${rows})`,
      {
        max_insert_threads: 1,
        async_insert: 0,
        max_memory_usage: 430_000_000,
        min_insert_block_size_rows: chunk,
      },
    )
  }
  const starts = Array.from({ length: Math.ceil(events / chunk) }, (_, i) => i * chunk).values()
  const lane = async () => {
    for (const start of starts) await fill(start)
  }
  await Promise.all([lane(), lane()])
  // The engine made the rows: no append recorded their days.
  const minute = Math.floor(from / 60_000_000)
  store.days.add(Array.from({ length: days * 1_440 + 1 }, (_, i) => minute + i))
}
