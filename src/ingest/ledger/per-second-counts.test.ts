import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Figure } from '../../schema/store/figure.ts'
import { eventsSubmission } from '../testing/submission.ts'
import { testPorts } from '../testing/test-ports.ts'
import { testSettings } from '../testing/test-settings.ts'
import { openIntake } from '../worker/open-intake.ts'
import { PerSecondCounts } from './per-second-counts.ts'

const second = 1_767_225_600
const at = (seconds: number): number => (second + seconds) * 1_000_000
const row = (seconds: number, ...values: number[]) => ({
  second: second + seconds,
  kind: 'ingest',
  series: '',
  values,
})

test('counts by the second of receipt, and gives each second once, when it is over', () => {
  const receipts = new PerSecondCounts()
  receipts.countFirst(at(0))
  receipts.countFirst(at(0.999999))
  receipts.countDuplicate(at(1))
  receipts.countTooOld(at(1.5))
  receipts.countFirst(at(3))
  expect(receipts.takeSettled((second + 3.9) * 1000)).toEqual([])
  // A second gets no more counts once three seconds have passed.
  expect(receipts.takeSettled((second + 4) * 1000)).toEqual([row(0, 2, 0, 0)])
  expect(receipts.takeSettled((second + 5) * 1000)).toEqual([row(1, 0, 1, 1)])
  receipts.countDuplicate(at(3))
  expect(receipts.takeSettled(Number.POSITIVE_INFINITY)).toEqual([row(3, 1, 1, 0)])
  expect(receipts.takeSettled(Number.POSITIVE_INFINITY)).toEqual([])
})

test('an event that comes for a second after it was taken is counted once more, not lost', () => {
  const receipts = new PerSecondCounts()
  receipts.countFirst(at(0))
  receipts.takeSettled(Number.POSITIVE_INFINITY)
  receipts.countFirst(at(0))
  expect(receipts.takeSettled(Number.POSITIVE_INFINITY)).toEqual([row(0, 1, 0, 0)])
})

test('a clock that goes back counts where it says', () => {
  const receipts = new PerSecondCounts()
  receipts.countFirst(at(5))
  receipts.countFirst(at(2))
  receipts.countFirst(at(5))
  expect(receipts.takeSettled(Number.POSITIVE_INFINITY)).toEqual([row(5, 2, 0, 0), row(2, 1, 0, 0)])
})

test('holds a day of seconds, and counts on in the last of them', () => {
  const receipts = new PerSecondCounts()
  for (let seconds = 0; seconds < 86_410; seconds++) receipts.countFirst(at(seconds))
  const figures = receipts.takeSettled(Number.POSITIVE_INFINITY)
  expect(figures).toHaveLength(86_400)
  expect(figures.at(-1)).toEqual(row(86_399, 11, 0, 0))
})

test('ingest reports all that it took, the last of it when it ends', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'receipts-'))
  const figures: Figure[] = []
  const intake = await openIntake(testSettings(folder, { listeners: [] }), {
    ...testPorts(),
    recordFigures: rows => void figures.push(...rows),
    warn: message => expect(message).toBe(''),
    onDeath: error => expect(error).toBeUndefined(),
  })
  const began = Math.floor(Date.now() / 1000)
  const send = (...events: object[]) => intake.submitIncoming(eventsSubmission(events))
  const event = (message: string) => ({ host: 'fw-1', program: 'sshd', message })
  await send(event('one'), event('two'), event('one'))
  await send(event('one'), { ...event('three'), ts: began - 100 * 86_400 })
  await intake.close()
  const sums = figures.reduce((sum, { values }) => sum.map((each, i) => each + (values[i] ?? 0)), [0, 0, 0])
  expect(sums).toEqual([2, 2, 1])
  for (const { second } of figures) expect(second).toBeGreaterThanOrEqual(began)
  rmSync(folder, { recursive: true })
})
