import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isDeep } from '../../../testing/depth.ts'
import type { Read } from '../../contract/event-store.ts'
import { daySeconds } from '../../contract/time-span.ts'
import { newStoreFolder } from '../../testing/empty-store.ts'
import { ordinary, rowsOf, spoolFile } from '../../testing/spool-file.ts'
import { openArchivingStore, type Places, today } from './testing/archiving-store.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const everything = { kind: 'const', value: true } as const
const all = { from: today - 100 * daySeconds, to: today + daySeconds, predicate: everything }
const eventCount = 60
/** Milliseconds after the start at which a run is killed: within the work on one of its days. */
const killsMs = isDeep ? Array.from({ length: 30 }, (_, i) => 20 + i * 37) : [20, 90, 170, 260, 400, 600, 900]

/** Runs the work of `kill-child.ts` and kills it with all of its processes, unless it ends before. */
async function runAndKill({ folder, archive }: Places, afterMs: number): Promise<void> {
  const child = fork(path.join(import.meta.dirname, 'testing/kill-child.ts'), [folder, archive], {
    execArgv: ['--no-warnings'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  const exited = once(child, 'exit')
  await Promise.race([sleep(afterMs), exited])
  child.kill('SIGKILL')
  await exited
}

test('kills while days are archived, dropped and restored lose nothing and show nothing twice', async () => {
  const places = {
    folder: await newStoreFolder(),
    archive: mkdtempSync(path.join(tmpdir(), 'millrace-archive-')),
  }
  const filled = await openArchivingStore(places)
  const events = Array.from({ length: eventCount }, (_, i) => {
    const first = (today - (i % 10) * daySeconds + 60 * i) * 1e6
    return { id: i + 1, occurrences: [first, first + 5e6], ...ordinary, message: `event ${i}`, tags: {} }
  })
  await filled.append(spoolFile(events.flatMap(rowsOf)))
  await filled.close()
  for (const afterMs of killsMs) {
    await runAndKill(places, afterMs)
    // The engine of the killed process ends a moment later.
    const store = await vi.waitFor(() => openArchivingStore(places), { timeout: 20_000, interval: 200 })
    const { events: found, occurrences } = (await store.archive?.store.countEvents(
      all,
      { from: 0, to: 0 },
      read,
    )) ?? { events: 0, occurrences: 0 }
    expect({ afterMs, found, occurrences, unreadable: store.archivedDays?.unreadableDays }).toEqual({
      afterMs,
      found: eventCount,
      occurrences: 2 * eventCount,
      unreadable: [],
    })
    await store.close()
  }
}, 120_000)
