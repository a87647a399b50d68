import { expect, test } from 'vitest'
import { event, open, receiver, signal } from '../testing/http-receiver.ts'

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } })

test('records with severity, time and attributes are grouped by host and program', async () => {
  const { url, requests } = await receiver(() => ({ status: 200, body: '{}' }))
  const target = { url: `${url}/otel`, authorization: 'Bearer x', compress: true }
  const delivery = await open({ kind: 'otlp', ...target })
  const tags = { user: 'ann', forwarded_by: 'zero' }
  const events = [event(1), event(2, { tags, counter: 3, severity: 0 }), event(3, { mnemonic: 'A-1-B' })]
  expect((await delivery.send(events, signal)).refused).toBe(0)
  expect(requests.map(({ path }) => path)).toEqual(['/otel/v1/logs'])
  expect(requests[0]?.headers).toMatchObject({
    authorization: 'Bearer x',
    'content-type': 'application/json',
    'content-encoding': 'gzip',
  })
  const resource = (via: string) => ({
    attributes: [text('host.name', 'fw-1'), text('service.name', 'kernel'), text('forwarded_by', via)],
  })
  const error = { timeUnixNano: '1800000000500000000', severityNumber: 17, severityText: 'ERROR' }
  const facility = text('syslog.facility.name', 'kern')
  const record = (id: string) => ({ ...error, body: { stringValue: `message ${id}` } })
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
    resourceLogs: [
      {
        resource: resource('one'),
        scopeLogs: [
          {
            logRecords: [
              { ...record('1'), attributes: [text('log.record.uid', '1'), facility] },
              {
                ...record('3'),
                attributes: [text('log.record.uid', '3'), facility, text('cisco_mnemonic', 'A-1-B')],
              },
            ],
          },
        ],
      },
      {
        resource: resource('zero,one'),
        scopeLogs: [
          {
            logRecords: [
              {
                ...record('2'),
                severityNumber: 21,
                severityText: 'EMERGENCY',
                attributes: [
                  text('log.record.uid', '2'),
                  facility,
                  { key: 'counter', value: { intValue: '3' } },
                  text('last_occurrence', '1800000000.5'),
                  text('user', 'ann'),
                ],
              },
            ],
          },
        ],
      },
    ],
  })
})

test.each([
  ['{}', 0],
  ['', 0],
  ['{"partialSuccess":{}}', 0],
  ['{"partialSuccess":{"errorMessage":"deprecated field"}}', 0],
  ['{"partialSuccess":{"rejectedLogRecords":"2","errorMessage":"too old"}}', 2],
  ['{"partialSuccess":{"rejectedLogRecords":1}}', 1],
  ['{"partialSuccess":{"rejectedLogRecords":"x"}}', 0],
])('%s: %d of 3 events are refused', async (body, refused) => {
  const { url, requests } = await receiver(() => ({ status: 200, body }))
  const delivery = await open({ kind: 'otlp', url })
  expect((await delivery.send([event(1), event(2), event(3)], signal)).refused).toBe(refused)
  expect(requests).toHaveLength(1)
})

test('an event that makes the receiver refuse a request is counted; the others arrive', async () => {
  const { url } = await receiver(body =>
    body.includes('message 2')
      ? { status: 400, body: '{"code":3,"message":"invalid"}' }
      : { status: 200, body: '{}' },
  )
  const delivery = await open({ kind: 'otlp', url })
  expect((await delivery.send([event(1), event(2), event(3)], signal)).refused).toBe(1)
})

test.each([
  [{ status: 429, headers: { 'retry-after': '9' } }, 'The destination answered 429', 9],
  [{ status: 502 }, 'The destination answered 502', undefined],
  [{ status: 503, headers: { 'retry-after': '2' } }, 'The destination answered 503', 2],
  [{ status: 504 }, 'The destination answered 504', undefined],
  [{ status: 400, body: 'no' }, 'The destination answered 400: no', undefined],
  [
    { status: 200, body: '{"partialSuccess":{"rejectedLogRecords":"2","errorMessage":"no tenant"}}' },
    'The destination rejected 2 records: no tenant',
    undefined,
  ],
])('nothing is given up after %j', async (answer, message, retryAfter) => {
  const { url } = await receiver(() => answer)
  const delivery = await open({ kind: 'otlp', url })
  const failure: unknown = await delivery.send([event(1), event(2)], signal).catch(error => error)
  expect(failure).toMatchObject({ message, retryAfter })
})
