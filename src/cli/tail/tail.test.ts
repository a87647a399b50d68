import type { FastifyRequest } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testEvent } from '../../query/kinds/testing/open-store.ts'
import { rowsOf, spoolFile } from '../../storage/testing/spool-file.ts'
import { until } from '../../testing/until.ts'
import { openCommandLine } from '../testing/command-line.ts'
import { openTestService, start } from '../testing/test-service.ts'
import { tailCommand } from './tail-command.ts'

test('a range with an end is refused, since the end would be ignored', async () => {
  const line = openCommandLine()
  const said = await line.run(tailCommand(), '--range', '2026-01-01 9:00 to 10:00')
  expect(said).toEqual([
    '! --range 2026-01-01 9:00 to 10:00: tail does not end at a moment; expected only a start, such as since 9:00.',
  ])
  expect(process.exitCode).toBe(2)
})

const range = ['--range', '2026-01-01', '--timezone', 'UTC']
const arrivals = '/api/events/arrivals'

test('a tail into a pipe has every event once: floods, late ones, failed batches, a service that is away', async () => {
  const service = await openTestService()
  onTestFinished(() => service.close())
  const line = openCommandLine()
  let requests = 0
  /** Number of requests for which the service is unavailable. */
  let away = 0
  service.server.app.server.prependListener('request', ({ url, socket }: FastifyRequest['raw']) => {
    if (url !== arrivals) return
    requests++
    if (away > 0) socket.destroy()
    if (away > 0) away--
  })
  const words = ['--lines', '1', '--format', 'jsonl', '--max-events', '3505', ...range, ...service.remote]
  const printed = line.run(tailCommand(), ...words)
  await until('the newest of before is printed', () => vi.mocked(console.log).mock.calls.length > 0)

  const at = start + 7_200
  const flood = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => testEvent(from + index, [at + index / 1_000]))
  await service.append(flood(1_000, 2_500))
  const before = requests
  away = 2
  await until('the service was asked while it was away', () => away === 0 && requests > before + 1)
  const failed = spoolFile(flood(10_000, 500).flatMap(rowsOf))
  await expect(service.store.append({ ...failed, file: `${failed.file}.gone` })).rejects.toThrow()
  // The single events are dated long before the flood, and one of the later ones is repeated.
  await service.append([
    ...flood(20_000, 500),
    testEvent(30_000, [start + 1]),
    testEvent(30_001, [start + 2]),
  ])
  await until('later events are printed', () => vi.mocked(console.log).mock.calls.length > 2_500)
  await service.store.append({ ...failed, repeated: true })
  await service.append([testEvent(30_002, [start + 3, start + 4])])
  await service.append([testEvent(30_003, [start + 5])])

  const said = await printed
  const events = said.filter(text => !text.startsWith('! ')).map(text => JSON.parse(text))
  const ids = events.map(({ id }) => Number(id))
  const wanted = [7, ...Array.from({ length: 2_500 }, (_, index) => 1_000 + index)]
  for (let index = 0; index < 500; index++) wanted.push(10_000 + index, 20_000 + index)
  wanted.push(30_000, 30_001, 30_002, 30_003)
  expect(ids.sort((a, b) => a - b)).toEqual(wanted.sort((a, b) => a - b))
  expect(said.filter(text => text.startsWith('! '))).toEqual([
    expect.stringMatching(/^! The connection is lost \(http.* does not answer: .*\), trying again …$/),
    '! Connected again.',
  ])
})
