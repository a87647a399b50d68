import { describe, expect, it } from 'vitest'
import { event, readWith, responseContent } from './testing/read-with.ts'

const lines = (...list: unknown[]): string =>
  list.map(one => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join('')
const bulk = (body: string, path = '/_bulk', query = '') => readWith('elasticsearch', body, { path, query })

/** Documents as shippers write them, and the resulting events. */
const documents: [name: string, document: Record<string, unknown>, wanted: Parameters<typeof event>[0]][] = [
  [
    'filebeat',
    {
      '@timestamp': '2025-12-31T23:59:58.123Z',
      '@metadata': { beat: 'filebeat', type: '_doc', version: '8.17.0' },
      message: 'Accepted publickey for root',
      log: { file: { path: '/var/log/auth.log' }, offset: 77 },
      fields: { site: 'A' },
      tags: ['edge', 'dmz'],
      input: { type: 'filestream' },
      host: { name: 'web-1' },
      agent: { type: 'filebeat', version: '8.17.0' },
      event: { dataset: 'system.auth', module: 'system' },
    },
    {
      ts: 1767225598_123000,
      host: 'web-1',
      program: 'system',
      message: 'Accepted publickey for root',
      tags: {
        site: 'A',
        tags: 'edge, dmz',
        'event.dataset': 'system.auth',
        'log.file.path': '/var/log/auth.log',
      },
    },
  ],
  [
    'filebeat of a container, its syslog fields set',
    {
      '@timestamp': '2025-12-31T23:59:58.1234567Z',
      message: 'm',
      kubernetes: {
        namespace: 'shop',
        pod: { name: 'cart-1' },
        container: { name: 'cart' },
        labels: { app: 'cart' },
      },
      log: { level: 'warn', syslog: { severity: { code: 3 }, facility: { code: 16 } } },
    },
    {
      ts: 1767225598_123456,
      program: 'cart',
      severity: 3,
      facility: 16,
      message: 'm',
      tags: { 'kubernetes.namespace': 'shop', 'kubernetes.pod': 'cart-1', 'kubernetes.container': 'cart' },
    },
  ],
  [
    'fluent-bit of a container',
    {
      '@timestamp': '2025-12-31T23:59:58.000Z',
      log: 'GET /',
      stream: 'stdout',
      kubernetes: { pod_name: 'p', host: 'n1' },
    },
    { ts: 1767225598_000000, host: 'n1', message: 'GET /', tags: { 'kubernetes.pod': 'p' } },
  ],
  [
    'vector of syslog',
    {
      appname: 'su',
      facility: 'auth',
      hostname: 'h',
      message: 'm',
      severity: 'crit',
      timestamp: '2025-12-31T23:59:58.5+01:00',
    },
    { ts: 1767221998_500000, host: 'h', program: 'su', facility: 4, severity: 2, message: 'm' },
  ],
  [
    'rsyslog, names with dots, seconds',
    {
      'host.name': 'dot',
      'log.level': 'ERROR',
      '@timestamp': 1767225598.25,
      message: 'm',
      syslogtag: 'sshd[1]:',
    },
    { ts: 1767225598_250000, host: 'dot', severity: 3, program: 'sshd', message: 'm' },
  ],
  [
    'the journal of systemd',
    {
      MESSAGE: 'm',
      PRIORITY: '3',
      SYSLOG_FACILITY: '10',
      SYSLOG_IDENTIFIER: 'sshd',
      _HOSTNAME: 'j',
      _PID: '7',
    },
    { host: 'j', program: 'sshd', severity: 3, facility: 10, message: 'm' },
  ],
  ['milliseconds', { '@timestamp': 1767225598250, message: 'm' }, { ts: 1767225598_250000, message: 'm' }],
  ['no message', { a: 1, b: { c: [true] } }, { message: '{"a":1,"b":{"c":[true]}}' }],
  ['invalid times', { '@timestamp': 'yesterday', message: 'm' }, { message: 'm' }],
  [
    'a Cisco message',
    { message: '%ASA-6-302013: Built' },
    { message: '%ASA-6-302013: Built', mnemonic: 'ASA-6-302013' },
  ],
]

describe('a document', () => {
  it.each(documents)('of %s', (_, document, wanted) => {
    const body = lines({ create: { _index: 'logs' } }, document)
    expect(bulk(body).events).toEqual([
      event({ ...wanted, extra: document, tags: { ...wanted.tags, index: 'logs' } }),
    ])
  })

  it('of its own is answered as made', () => {
    const { events, reply } = readWith('elasticsearch', '{"message": "m"}', { path: '/logs/_doc' })
    expect(events).toEqual([event({ message: 'm', tags: { index: 'logs' }, extra: { message: 'm' } })])
    expect(responseContent(reply)).toMatchObject([201, { _index: 'logs', result: 'created' }])
  })
})

describe('a bulk', () => {
  it('is answered item by item, in order', () => {
    const { events, refused, reply } = bulk(
      lines(
        { index: { _index: 'a', _id: '1' } },
        { message: 'one' },
        { delete: { _index: 'a', _id: '1' } },
        { create: {} },
        'no JSON',
        { update: { _id: '1' } },
        { doc: {} },
        '{"index":{}}',
        { message: 'two' },
      ),
      '/fallback/_bulk',
    )
    expect(events.map(({ message, tags }) => [message, tags.index])).toEqual([
      ['one', 'a'],
      ['two', 'fallback'],
    ])
    expect(refused).toBe(3)
    expect(responseContent(reply)).toMatchObject([
      200,
      {
        errors: true,
        items: [
          { index: { _index: 'a', _id: '1', status: 201, result: 'created' } },
          {
            delete: {
              status: 400,
              error: { type: 'illegal_argument_exception', reason: 'Documents are not deleted.' },
            },
          },
          { create: { status: 400, error: { type: 'document_parsing_exception' } } },
          { update: { status: 400 } },
          { index: { _index: 'fallback', status: 201 } },
        ],
      },
    ])
  })

  it('without faults says so, briefly where a shipper asks for that', () => {
    const body = lines({ create: { _index: 'a' } }, { message: 'm' })
    expect(
      responseContent(bulk(body, '/_bulk', 'filter_path=errors,items.*.error,items.*.status').reply),
    ).toEqual([200, { took: expect.any(Number), errors: false, items: [{ create: { status: 201 } }] }])
  })

  it('passes over members of an action line that it does not know', () => {
    const { events } = bulk(
      lines(
        { index: { _index: 'w', pipeline: null, dynamic_templates: {} }, attempts: 0 },
        { message: 'a' },
        { attempts: 1, create: { _index: 'w' } },
        { message: 'b' },
        { index: null },
        { message: 'c' },
      ),
    )
    expect(events.map(one => [one?.message, one?.tags.index])).toEqual([
      ['a', 'w'],
      ['b', 'w'],
      ['c', undefined],
    ])
  })

  describe('of many small actions', () => {
    const count = 50_000
    const name = 'index-\u0001'.repeat(32)
    const reply = (lineOfEach: string) => {
      const { body } = bulk(lineOfEach.repeat(count), `/${name}/_bulk`).reply
      const text = String(body)
      const { items }: { items: Record<string, { status: number; error?: object }>[] } = JSON.parse(text)
      return { items, growth: (text.length - 3 * 1024 ** 2) / (lineOfEach.length * count) }
    }

    it.each([
      ['invalid documents', '{"index":{}}\n1\n', 'index', 400],
      ['deletions', '{"delete":{}}\n', 'delete', 400],
      ['updates', '{"update":{}}\n1\n', 'update', 400],
      ['empty documents', '{"index":{}}\n{}\n', 'index', 201],
    ])('has an item for each of %s, and no answer of many times its size', (_, action, key, status) => {
      const { items, growth } = reply(action)
      expect(items).toHaveLength(count)
      expect(new Set(items.map(item => item[key]?.status))).toEqual(new Set([status]))
      expect(items.every(item => (item[key]?.error !== undefined) === (status === 400))).toBe(true)
      expect(growth).toBeLessThan(2.5)
    })

    it('says why of the first thousand', () => {
      const { items } = reply('{"index":{}}\n1\n')
      const error = { type: 'document_parsing_exception', reason: 'The document is no JSON object.' }
      expect(items[999]).toEqual({ index: { _index: name, _id: '', status: 400, error } })
      expect(items[1_000]).toEqual({ index: { status: 400, error: {} } })
    })
  })

  it('takes a last line without an end, empty lines between, and carriage returns', () => {
    expect(bulk('{"index":{}}\r\n{"message":"m"}\r\n\n{"index":{}}\n{"message":"n"}').events).toHaveLength(2)
  })

  it.each([
    ['', 'The body has no actions.'],
    [
      '{"message":"m"}\n',
      'Malformed action/metadata line [1], expected one of [create, delete, index, update].',
    ],
    ['{"index":{}}\n', 'The action at line 1 has no document behind it.'],
    ['{"index":{}}\n{}\n{"index":{}}\n\n', 'The action at line 3 has no document behind it.'],
    [
      '{"index":{}}\n{}\n[]\n',
      'Malformed action/metadata line [3], expected one of [create, delete, index, update].',
    ],
  ])('%j is refused as a whole', (body, detail) => {
    expect(() => bulk(body)).toThrow(detail)
  })

  it('gives each document without an id a different one, also in the next bulk', () => {
    const idsOf = () => {
      const { body } = bulk(lines({ create: {} }, { a: 1 }, { index: {} }, { a: 1 })).reply
      const { items }: { items: Record<string, { _id: string }>[] } = JSON.parse(String(body))
      return items.map(item => (item.create ?? item.index)?._id)
    }
    const ids = [...idsOf(), ...idsOf()]
    expect(new Set(ids).size).toBe(4)
    for (const id of ids) expect(id).toMatch(/^[\w-]+$/)
  })

  it('is known again by its content, where all of its documents have an id', () => {
    const isKnown = (...ids: unknown[]) =>
      bulk(lines(...ids.flatMap(_id => [{ create: { _id } }, { message: 'm' }]))).isIdempotent
    expect(isKnown('a', 'b')).toBe(true)
    expect(isKnown('a', undefined)).toBe(false)
  })

  it('keeps integers beyond 2^53 as they are written, also as ids', () => {
    const { events, reply } = bulk('{"create":{"_id":9007199254740993}}\n{"order":12345678901234567891}\n')
    expect(events[0]?.extra).toEqual({ order: '12345678901234567891' })
    expect(events[0]?.message).toBe('{"order":"12345678901234567891"}')
    expect(responseContent(reply)).toMatchObject([200, { items: [{ create: { _id: '9007199254740993' } }] }])
  })
})
