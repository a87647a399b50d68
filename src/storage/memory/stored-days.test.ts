import { expect, onTestFinished, test } from 'vitest'
import { openTestStore } from '../testing/test-store.ts'
import { StoredDays } from './stored-days.ts'

const day = 86_400
const noon = (start: number) => (start + day / 2) / 60

test('days that are begun or dropped while they are read are not forgotten', async () => {
  const store = await openTestStore()
  onTestFinished(() => store.close())
  const days = await StoredDays.open(store.client)
  const loading = days.load(store.client)
  days.begun({ minutes: [noon(20_000 * day), noon(20_001 * day)] })
  const spans = [{ from: 20_000 * day, to: 20_001 * day }]
  days.changed({ number: 1, kind: 'drop', batch: 0, rows: 0, minutes: [], spans, highest: 0 })
  await loading
  expect([20_000, 20_001].map(number => days.isStored(number * day))).toEqual([false, true])
  expect([days.begin, days.end]).toEqual([20_001 * day, noon(20_001 * day) * 60 + 60])
  // A day whose first rows are being appended is not missing either; a day that had rows and has none now is.
  expect(await days.missing(store.client)).toEqual([])
  const minutes = [noon(20_001 * day)]
  days.changed({ number: 2, kind: 'append', batch: 1, rows: 3, minutes, spans: [], highest: 1 })
  expect(await days.missing(store.client)).toEqual([20_001 * day])
})
