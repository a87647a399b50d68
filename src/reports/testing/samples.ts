import { cursorOf } from '../../query/event-batch.ts'
import type { StoredEvent } from '../../schema/event/event.ts'
import type { QueryRepresentation, QueryType } from '../../schema/query/query.ts'
import { type SystemType, systemMetrics } from '../../schema/query/system.ts'
import type { ReportDocument, Section } from '../document/document.ts'
import { sectionOf } from '../sections/section.ts'
import { batchWith } from './event-stream.ts'

/** 2026-11-20 14:00:00 UTC; every sample is from the previous day. */
export const until = 1_795_183_200
const from = until - 86_400
const hour = 3_600

/** Deterministic, 0 to 1. */
function noise(index: number): number {
  const value = Math.sin(index * 12.9898) * 43_758.5453
  return value - Math.floor(value)
}

const periods = Array.from({ length: 24 }, (_, index) => ({
  ts_from: from + index * hour,
  ts_to: from + (index + 1) * hour,
}))
const range = { ts_from: from, ts_to: until }
const exact = { exact: true }

const hosts = [
  'fw-core-01.example.net',
  'شبكة-الرياض',
  'сервер-москва',
  '网络交换机-上海',
  '서울-라우터',
  'διακομιστής-7',
  'web-12',
  'db-replica-with-a-very-long-name.internal.example.org',
]

function topResults(names: readonly (string | number)[], details: boolean) {
  const values = names.map((name, index) => ({ name, count: Math.round(9_876_543_210 / 3 ** index) }))
  const over = periods.map((period, at) => {
    const parts = names.map((name, index) => ({
      name,
      count: Math.round((noise(at * 7 + index) * 9_000) / (index + 1)),
    }))
    const total = parts.reduce((sum, part) => sum + part.count, 0)
    return { ...period, values: parts, total_values: parts, total_count: total }
  })
  return {
    totals: { ...range, values, cardinality: 1_204, count: 9_876_543, ...exact },
    ...(details ? { details: over } : {}),
  }
}

function systemResults(type: SystemType) {
  const size = { System_Memory: 8e9, System_DF: 2e11, System_Network: 5e6 } as Partial<
    Record<SystemType, number>
  >
  const scale = size[type] ?? 20
  const metrics: readonly string[] = systemMetrics[type]
  const value = (metric: number, at: number) => noise(at + metric * 100) * 0.2 * scale + scale / (metric + 1)
  const details = periods.map((period, at) => ({
    ...period,
    ...Object.fromEntries(metrics.map((metric, index) => [metric, value(index, at)])),
  }))
  const totals = Object.fromEntries(
    metrics.map((metric, index) => {
      const all = details.map((_, at) => value(index, at))
      const sum = all.reduce((total, one) => total + one, 0)
      const edge = { min: Math.min(...all), max: Math.max(...all), last: all.at(-1) ?? null }
      return [metric, { count: all.length, sum, avg: sum / all.length, ...edge, last_ts: until - hour }]
    }),
  )
  return { totals, details }
}

const messages = [
  '%ASA-6-302013: Built outbound TCP connection 1298374 for outside:198.51.100.7/443 (198.51.100.7/443) to inside:10.1.2.3/51022 (203.0.113.9/51022)',
  'فشل تسجيل الدخول للمستخدم admin من العنوان 10.0.0.7 (ثلاث محاولات)',
  '用户登录失败：密码错误，来源地址 192.0.2.14，已尝试 3 次。请检查防火墙设置。',
  'Ошибка авторизации пользователя «иванов»: неверный пароль (попытка 3 из 5)',
  '로그인 실패: 사용자 kim, 주소 192.0.2.20',
  `java.lang.IllegalStateException: ${'at com.example.service.VeryLongClassNameThatNeverEnds.handle(VeryLongClassNameThatNeverEnds.java:214) '.repeat(9)}`,
  'key=value/path/to/some/extremely/long/resource?with=parameters&and=more&token=abcdefghijklmnopqrstuvwxyz0123456789',
  'Terminal \u001b[31mred\u001b[0m and \u202eturned around\u202c and a tab\there ✓ → 🙂',
]

export function sampleEvents(count: number): StoredEvent[] {
  return Array.from({ length: count }, (_, index) => ({
    id: 7_000_000_000_000_000 + index,
    ts: (until - index * 37) * 1e6 + 123_456,
    last: (until - index * 31) * 1e6 + 654_321,
    counter: index % 9 === 0 ? 1_234_567_890 : 1,
    host: hosts[index % hosts.length] ?? '',
    program: index % 3 === 0 ? 'sshd' : 'kernel',
    mnemonic: '',
    severity: index % 8,
    facility: 4,
    status: 0,
    triggers: index % 4 === 0 ? [3, 70_000] : [],
    type: 0,
    message: messages[index % messages.length] ?? '',
    tags: index % 5 === 0 ? { region: 'eu', owner: 'netops' } : {},
  }))
}

const severityCodes = [0, 1, 2, 3, 4, 5, 6, 7]

const results: Record<QueryType, unknown> = {
  Search: {
    totals: { ...range, count: 5_000, occurrences: 9_876_543_210, ...exact },
    events: { page_number: 1, page_size: 100, offset: 0, page_count: 0, item_count: 0, objects: [] },
  },
  TopN: topResults(hosts, false),
  Patterns: {
    totals: {
      ...range,
      values: messages.map((pattern, index) => ({
        pattern,
        count: 7 ** (8 - index),
        count_before: index * 40,
        is_new: index === 0,
        filter: [{ field: 'message', op: '|>', value: pattern }],
        example: pattern,
        severity: index % 8,
        first_seen: from + index,
        last_seen: until - index,
        programs: [{ name: 'sshd', count: 3 }],
      })),
      cardinality: 318,
      count: 9_876_543,
      without_template: 1_203,
      new_patterns: 1,
      before: { ts_from: from - 86_400, ts_to: from, count: 8_765_432 },
    },
  },
  FieldStats: {
    totals: {
      ...range,
      total_count: 9_876_543,
      count: 1_234_567,
      cardinality: 1_204,
      values: topResults(hosts, false).totals.values,
      numeric: { count: 3, min: -1.5, max: 12, sum: 20, avg: 6.67, p50: 9.5, p95: 12, p99: 12 },
    },
  },
  Stats: {
    totals: {
      ...range,
      groups: 204,
      values: hosts.map((name, index) => ({
        group: [name, index % 8],
        values: {
          avg: index === 3 ? null : 910.25 - index * 3,
          p95: 12_000 - index,
          count: 4 ** (9 - index),
        },
      })),
    },
  },
  Changes: {
    totals: {
      ...range,
      count: 1_234,
      before: { periods: [{ ts_from: from - 86_400, ts_to: from }], count: 9_876_543 },
      values: hosts.map((value, index) => ({
        field: index === 0 ? 'template' : 'host',
        value,
        count: 4 ** index,
        count_before: index * 7,
        share: 4 ** index / 4 ** 9,
        share_before: (index * 7) / 9_876_543,
        score: 1 / (index + 2),
        filter: [{ field: 'host', op: 'eq', value }],
      })),
      changed: 204,
    },
  },
  LastN: {
    totals: {
      ...range,
      values: hosts.map((name, index) => ({
        name,
        count: 4 ** (9 - index),
        last_seen: until - index * 61.5,
      })),
      ...exact,
    },
  },
  EventRate: {
    totals: {
      ...range,
      drill_up_time_range: null,
      sum: 1_234_567,
      count: 24,
      min: 0,
      max: 51_000,
      avg: 25_720.1458,
      last: 12_000,
      ...exact,
    },
    details: periods.map((period, index) => ({
      ...period,
      count: index % 11 === 5 ? 0 : Math.round(noise(index) * 51_000),
    })),
  },
  StorageStats: {
    totals: { ...range, new: 812_345, duplicates: 190_002, total: 1_002_347 },
    all_time: { new: 9_812_345_678, duplicates: 1_190_002_111, total: 11_002_347_789 },
  },
  ProcessingStats: {
    totals: { ...range, new: 80_000, duplicates: 30_000, oot: 420, total: 110_420 },
    details: periods.map((period, index) => ({
      ...period,
      new: Math.round(noise(index) * 4_000),
      duplicates: Math.round(noise(index + 50) * 1_800),
      oot: Math.round(noise(index + 90) * 60),
    })),
  },
  Tasks: [
    {
      id: 12,
      title: 'Replace the fan of fw-core-01',
      description: 'It reports 0 rpm since Tuesday.\nThe spare part is in rack 7.',
      status: 'open',
      is_open: true,
      is_closed: false,
      is_overdue: true,
      due: until - hour,
      assigned_to: 4,
      owner: { id: 1, username: 'admin', fullname: 'Administrator' },
      event_id: '7000000000000123',
      created_at: from,
      updated_at: until - 2 * hour,
    },
  ],
  Notifications: [],
  System_CPU: systemResults('System_CPU'),
  System_Memory: systemResults('System_Memory'),
  System_DF: systemResults('System_DF'),
  System_IOPS: systemResults('System_IOPS'),
  System_Network: systemResults('System_Network'),
  System_NetworkErrors: systemResults('System_NetworkErrors'),
}

interface SampleOptions {
  title?: string
  params?: Record<string, unknown>
  config?: Record<string, unknown>
  results?: unknown
  /** Number of events of a Search. */
  events?: number
}

/** A section of an answer of the API. */
/** Params without which the results of a type have no meaning. */
const paramsOf: Partial<Record<QueryType, Record<string, unknown>>> = {
  Stats: { functions: ['avg', 'p95', 'count'], field: 'ut_bytes', group_by: ['host', 'severity'] },
}

export function sampleSection(type: QueryType, options: SampleOptions = {}): Section {
  const query = {
    query_id: '7',
    status: 'SUCCESS',
    type,
    base_time: until,
    progress: 100,
    results: options.results ?? results[type],
    params: { time_range: { preset: 'last_24_hours' }, ...paramsOf[type], ...options.params },
    owner_id: 1,
    created_at: until,
    updated_at: until,
  } as QueryRepresentation
  const count = options.events ?? 16
  async function* batches() {
    yield sampleEvents(count)
  }
  async function* cursors() {
    yield cursorOf(batchWith(sampleEvents(count)))
  }
  const events = { matching: count, batches: batches(), cursors: cursors() }
  return sectionOf({
    title: options.title ?? type,
    widget: options.config && { config: options.config },
    answer: { query, events: type === 'Search' ? events : undefined },
  })
}

export const sampleTypes = Object.keys(results) as QueryType[]

export function sampleDocument(
  sections: readonly Section[],
  more: Partial<ReportDocument> = {},
): ReportDocument {
  return {
    title: sections[0]?.title ?? 'Nothing',
    kind: 'query',
    sections,
    timezone: 'Europe/Berlin',
    generatedAt: until,
    host: 'log-1.example.net',
    maxRows: 1_000_000,
    ...more,
  }
}

/** A note with every kind of block. */
export const sampleNote = `# On call
**Ann**, then *Bo*: see [the runbook](https://wiki.example/logs) and [errors](/search?q=error).

1. Look at \`fw-core-01\`
   - its \`eth0\`
2. اتصل بالشبكة

> Do not restart it.

\`\`\`
systemctl status nginx
  --no-pager
\`\`\`
---`

/** The section of a note. */
export function noteSection(note: string, options: Pick<SampleOptions, 'title' | 'config'> = {}): Section {
  return sectionOf({
    title: options.title ?? '',
    widget: { config: options.config ?? {} },
    answer: { note },
  })
}

/** A dashboard with widgets of most types, one of which failed. */
export function sampleDashboard(): ReportDocument {
  const place = (col: number, row: number, sizeX: number, more: Record<string, unknown> = {}) => ({
    col,
    row,
    sizeX,
    ...more,
  })
  const failed = sectionOf({
    title: 'Errors by site',
    widget: { config: place(5, 5, 2) },
    answer: { failure: { code: 'permission_denied', detail: 'You may not read these events.' } },
  })
  return sampleDocument(
    [
      sampleSection('EventRate', { title: 'Events', config: place(1, 1, 6) }),
      sampleSection('TopN', {
        title: 'Severities',
        params: { field: 'severity', show_other: false },
        results: topResults(severityCodes, false),
        config: place(1, 2, 2, { view_type: 'pie_chart' }),
      }),
      sampleSection('TopN', {
        title: 'Busiest hosts – الأجهزة – 主机',
        params: { field: 'host', filter: [{ field: 'severity', op: 'le', value: 3 }] },
        config: place(3, 2, 4, { view_type: 'list' }),
      }),
      sampleSection('TopN', {
        title: 'Programs over time',
        params: { field: 'program', show_other: false },
        results: topResults(['sshd', 'kernel', 'nginx', 'postgres'], true),
        config: place(1, 3, 3, { view_type: 'time_chart_bars' }),
      }),
      sampleSection('LastN', { title: 'Last heard', params: { field: 'host' }, config: place(4, 3, 3) }),
      sampleSection('System_CPU', { title: 'Processor', config: place(1, 4, 2) }),
      sampleSection('System_Memory', { title: 'Memory', config: place(3, 4, 2) }),
      sampleSection('System_Network', { title: 'Network', config: place(5, 4, 2) }),
      sampleSection('Search', {
        title: 'Latest errors',
        config: place(1, 5, 4, { columns: ['last_occurrence', 'host', 'severity', 'message'] }),
        events: 12,
      }),
      failed,
      sampleSection('Notifications', { title: 'Notifications', config: place(1, 6, 3) }),
      sampleSection('ProcessingStats', { title: 'Received', config: place(4, 6, 3) }),
    ],
    { title: 'Network operations', kind: 'dashboard' },
  )
}
