import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { maxWaitMs } from '../../../testing/until.ts'
import { openEmbeddedStore } from '../../store/embedded/open.ts'

test.runIf(process.platform === 'linux')(
  'merges of parts have a low priority, whoever the user is',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'millrace-merges-'))
    const store = await openEmbeddedStore({ folder, window: 60, retentionDays: 30, log: () => {} })
    try {
      const threads = `/proc/${store.engine.pid}/task`
      const priorities = () =>
        readdirSync(threads)
          .filter(thread => readFileSync(`${threads}/${thread}/comm`, 'utf8').startsWith('MergeMutate'))
          .map(thread => getPriority(Number(thread)))
      await vi.waitFor(
        () => {
          const all = priorities()
          expect(all.length).toBeGreaterThan(0)
          expect(new Set(all)).toEqual(new Set([15]))
        },
        { timeout: maxWaitMs() },
      )
    } finally {
      await store.close()
    }
  },
)
