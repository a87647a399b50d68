import { expect, test, vi } from 'vitest'
import { eventsSubmission } from './testing/submission.ts'
import { TestIngest } from './testing/test-ingest.ts'

test('says until when the sink has all that was received, and in which spans nothing was', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
  const start = Date.now()
  const outages: [number, number][] = []
  const opened = new TestIngest({ recordOutage: (from, to) => void outages.push([from - start, to - start]) })
  try {
    await opened.open({ closeTimeoutMs: 1 })
    // The first start: this service received nothing before it.
    expect(outages.splice(0)).toEqual([[-start, 0]])
    const submit = async (message: string) => {
      expect(await opened.ingest.submitIncoming(eventsSubmission([{ message }]))).toMatchObject({
        status: 200,
      })
    }
    const turn = (seconds: number) => vi.setSystemTime(start + seconds * 1_000)
    const until = () => (opened.ingest.deliveredUntil() - start) / 1_000

    const away = Promise.withResolvers<void>()
    opened.hold(away.promise)
    turn(1)
    await submit('one')
    turn(10)
    await submit('two')
    expect(until()).toBe(1)
    expect((await opened.ingest.counters()).state.deliveryLagMs).toBe(9_000)
    away.resolve()
    await opened.rows()
    expect(until()).toBe(10)

    // A backup.
    turn(20)
    await opened.ingest.pauseDelivery(60_000)
    await submit('three')
    turn(30)
    expect(until()).toBe(20)
    opened.ingest.resumeDelivery()
    await opened.rows()
    expect(until()).toBe(30)

    // Events left in the spool count as stored; their delivery is not recorded.
    const longAway = Promise.withResolvers<void>()
    opened.hold(longAway.promise)
    await submit('four')
    await opened.end()
    turn(3_600)
    await opened.open({ spool: { maxSpoolBytes: 1 } })
    expect(outages.splice(0)).toEqual([[expect.any(Number), 3_600_000]])
    expect(until()).toBe(-start / 1_000)
    // The spool is full until the store takes it.
    turn(3_700)
    longAway.resolve()
    await opened.ingest.deliver()
    expect(until()).toBe(3_700)
    expect(outages).toEqual([[3_600_000, 3_700_000]])
  } finally {
    vi.useRealTimers()
    await opened.close()
  }
})
