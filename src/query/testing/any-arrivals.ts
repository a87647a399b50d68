import fc from 'fast-check'
import { secondsOfDay } from './calendar.ts'
import type { Arrival, EventFields } from './events.ts'

/** A moment at which a zone's clocks change, or a day without a change. */
export interface Place {
  timezone: string
  /** Unix seconds. */
  moment: number
}

const changes = (timezone: string, iso: string): Place => ({ timezone, moment: Date.parse(iso) / 1000 })

/**
 * The places of corpora: moments at which clocks of the world change. All are in the past, since the store
 * does not keep events ahead of the clock.
 */
export const places: readonly Place[] = [
  // A day of 23 hours, and one of 25.
  changes('Europe/Berlin', '2025-03-30T01:00:00Z'),
  changes('America/New_York', '2024-11-03T06:00:00Z'),
  // Half an hour of summer time, and a zone a quarter past.
  changes('Australia/Lord_Howe', '2025-04-05T15:00:00Z'),
  changes('Asia/Kathmandu', '2025-01-14T18:15:00Z'),
  // Midnight itself left out, and midnight twice.
  changes('America/Sao_Paulo', '2017-10-15T03:00:00Z'),
  changes('America/Havana', '2024-11-03T05:00:00Z'),
  // Midnight, a minute of the new day, and the day before again.
  changes('America/St_Johns', '2010-11-07T02:31:00Z'),
  // A whole day left out.
  changes('Pacific/Apia', '2011-12-30T10:00:00Z'),
  changes('UTC', '2024-02-29T00:00:00Z'),
]

const tag = fc.constantFrom(
  { user: 'ana' },
  { user: 'Ana' },
  { user: 'ßtraße' },
  { ut_user: 'bo' },
  { ut_user: 'bo', user: 'ana' },
  { 'Src.Port': '22' },
  { 'Src.Port': '443.5' },
  { 'Src.Port': '-7' },
  { host: 'inner' },
  { 'FortiGate Type': 'utm', user: '*' },
  { 'a "b" `c` %2e': 'x', 'Src.Port': 'none' },
  { 节点: '一', constructor: 'c' },
)

const fields: fc.Arbitrary<EventFields> = fc.record({
  host: fc.constantFrom('fw-1', 'fw-1', 'FW-1', 'fw-2', 'web.größe', '节点', '', 'other', '10.1.2.3'),
  program: fc.constantFrom('sshd', 'Cisco', 'cron', '', '\uffff', '😀'),
  facility: fc.constantFrom(0, 2, 10, 23),
  severity: fc.constantFrom(0, 3, 6),
  mnemonic: fc.constantFrom('', '', 'ASA-6-302013'),
  type: fc.nat(2),
  status: fc.nat(2),
  message: fc.constantFrom(
    'Failed password for root from 10.1.2.3 port 22',
    'failed Password for ana from 10.1.2.30 port 22',
    '%ASA-6-302013: Built outbound TCP connection 8271',
    'ERROR cannot open /opt/x: Größe 0',
    '登录失败 ошибка 节点',
    "it's \\ 'quoted' \"twice\" `thrice` 100%",
    'άνοιξε Σύνδεση ΣΊΣΥΦΟΣ 42',
    'การเข้าสู่ระบบล้มเหลว ล้ม 42',
    'تم رفض الاتصال من 10.9.8.7',
    'nai\u0308ve İstanbul ılık STRASSE straße',
    '/var/log/x.log 00:1B:44:11:3a:B7 %LINK-3-UPDOWN: down',
    'up',
    '',
  ),
  tags: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 3, arbitrary: tag }),
})

/** Microseconds from one occurrence to the next, on and around the bounds of seconds and of the window. */
const gap = fc.oneof(
  fc.constantFrom(0, 1, 250_000, 999_999, 1_000_000, 1_000_001),
  fc.constantFrom(59_999_999, 60_000_000, 60_000_001, 119_999_999),
  fc.integer({ min: 0, max: 70_000_000 }),
)

/** Seconds around the place, many of them on bounds of minutes, hours and days. */
const secondAround = fc.oneof(
  fc
    .tuple(fc.constantFrom(1800, 3600, secondsOfDay), fc.integer({ min: -60, max: 60 }))
    .map(([unit, n]) => (unit * n) % (2 * secondsOfDay)),
  fc.integer({ min: -secondsOfDay, max: 2 * secondsOfDay }),
  fc.integer({ min: -2 * 3600, max: 2 * 3600 }),
)

const burst = fc.record({
  fields,
  second: secondAround,
  micros: fc.oneof(fc.constantFrom(-1, 0, 0, 1), fc.nat(999_999)),
  gaps: fc.array(gap, { maxLength: 5 }),
  /** Whether its occurrences arrive in the reverse order. */
  reversed: fc.boolean(),
})

/** Arrivals of few different messages, only partly in the order of time. */
export function anyArrivals(place: Place, bursts: number): fc.Arbitrary<Arrival[]> {
  const drawn = fc.array(burst, { minLength: bursts, maxLength: bursts })
  return drawn.map(bursts => {
    // One message in three repeats an earlier one, so that signatures recur in other windows.
    const arrivals = bursts.map(({ second, micros, gaps, reversed, ...own }, i) => {
      const fields = i % 3 === 0 ? (bursts[i >> 1]?.fields ?? own.fields) : own.fields
      const moments = [(place.moment + second) * 1_000_000 + micros]
      for (const gap of gaps) moments.push((moments.at(-1) ?? 0) + gap)
      const ordered = reversed ? moments.toReversed() : moments
      return ordered.map(at => ({ fields, at }))
    })
    return arrivals.flatMap((burst, i) => (i % 2 === 1 ? [] : interleaved(burst, arrivals[i + 1] ?? [])))
  })
}

function interleaved<T>(a: readonly T[], b: readonly T[]): T[] {
  const length = Math.max(a.length, b.length)
  return Array.from({ length }, (_, i) => [...a.slice(i, i + 1), ...b.slice(i, i + 1)]).flat()
}
