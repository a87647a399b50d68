import { globSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../../../testing/until.ts'
import type { Read } from '../../contract/event-store.ts'
import { ordinary, rowsOf, spoolFile } from '../../testing/spool-file.ts'
import { openEmbeddedStore } from './open.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const day = 86_400
const base = 20_000 * day

test('a part that the engine cannot read when it starts is named, in the log and for the health, until it is deleted', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-damaged-'))
  const said: string[] = []
  const open = () =>
    openEmbeddedStore({
      folder,
      window: 60,
      retentionDays: 100_000,
      log: line => line.includes('set aside') && said.push(line),
    })
  const first = await open()
  const event = { ...ordinary, id: 1, occurrences: [base * 1e6], message: 'one', tags: {} }
  await first.append(spoolFile(rowsOf(event)))
  await first.close()
  expect(said).toEqual([])
  const [file = ''] = globSync('store/*/*/20241004_*/checksums.txt', { cwd: folder })
  writeFileSync(path.join(folder, file), 'nothing that could be read')
  const store = await open()
  expect(said).toEqual([expect.stringMatching(/^The part \S*20241004_\S+ was set aside: broken-on-start\./)])
  const { detachedParts } = store
  expect(detachedParts.names).toEqual([expect.stringMatching(/20241004_/)])
  expect(store.missingDays?.()).toEqual(['2024-10-04'])
  await detachedParts.read()
  expect(said).toHaveLength(1)
  await store.client.command(
    `ALTER TABLE millrace.events DROP DETACHED PART '${detachedParts.names[0]}' SETTINGS allow_drop_detached = 1`,
  )
  await detachedParts.read()
  expect([detachedParts.names, store.missingDays?.()]).toEqual([[], []])
  await store.close()
})

test('a damaged part of another table is logged with its table, and no events are missing', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-damaged-'))
  const said: string[] = []
  const open = () =>
    openEmbeddedStore({
      folder,
      window: 60,
      retentionDays: 100_000,
      log: line => line.includes('set aside') && said.push(line),
    })
  const first = await open()
  // Opening a store drops figures older than a month.
  const second = Math.floor(Date.now() / 1_000)
  await first.figures.append([{ second, kind: 'System_CPU', series: 'totals', values: [1] }], false)
  await first.close()
  const [day = ''] = new Date(second * 1_000).toISOString().split('T')
  const [file = ''] = globSync(`store/*/*/${day.replaceAll('-', '')}_*/checksums.txt`, { cwd: folder })
  writeFileSync(path.join(folder, file), 'nothing that could be read')
  const store = await open()
  expect(said).toEqual([
    expect.stringMatching(/^The part \S+ of figures was set aside: .*rows are not read$/),
  ])
  expect([store.detachedParts.names, store.missingDays?.()]).toEqual([[], []])
  await store.close()
})

test('a part that a restarted engine cannot read is named as soon as the engine is ready', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-damaged-'))
  const store = await openEmbeddedStore({ folder, window: 60, retentionDays: 100_000, log: () => {} })
  const event = { ...ordinary, id: 1, occurrences: [base * 1e6], message: 'one', tags: {} }
  await store.append(spoolFile(rowsOf(event)))
  const [file = ''] = globSync('store/*/*/20241004_*/checksums.txt', { cwd: folder })
  writeFileSync(path.join(folder, file), 'nothing that could be read')
  expect(store.missingDays?.()).toEqual([])
  process.kill(Number(store.engine.pid), 'SIGKILL')
  await eventually(() => store.missingDays?.()).toEqual(['2024-10-04'])
  await store.close()
})

test('a part whose bytes have changed does not keep the store from starting; reads of it say so, others are answered', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-damaged-'))
  const open = () => openEmbeddedStore({ folder, window: 60, retentionDays: 100_000, log: () => {} })
  const first = await open()
  for (const after of [0, 1]) {
    const rows = Array.from({ length: 500 }, (_, i) => {
      const occurrences = [(base + after * day + i) * 1_000_000]
      const message = `message ${i} ${'of some length '.repeat(i % 20)}`
      return rowsOf({ ...ordinary, id: after * 1_000 + i + 1, occurrences, message, tags: {} })
    })
    await first.append(spoolFile(rows.flat()))
  }
  await first.close()
  const [file = ''] = globSync('store/*/*/20241004_*/data.bin', { cwd: folder }).map(name =>
    path.join(folder, name),
  )
  const bytes = readFileSync(file)
  const middle = Math.floor(statSync(file).size / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 4
  writeFileSync(file, bytes)

  const store = await open()
  const sumOf = (condition: string) =>
    store.client.select(`SELECT count(), uniqExact(message) FROM millrace.events WHERE ${condition}`, read)
  const damaged = {
    code: 'storage_damaged',
    status: 500,
    message: expect.stringMatching(
      /^Events of the part 20241004_\S+ .* are damaged on disk; other ranges can be read\.$/,
    ),
  }
  await expect(sumOf(`sec < ${base + day}`)).rejects.toMatchObject(damaged)
  await expect(sumOf('1')).rejects.toMatchObject(damaged)
  expect(await sumOf(`sec >= ${base + day}`)).toEqual([[500, 500]])
  await store.append(
    spoolFile(
      rowsOf({ ...ordinary, id: 9_999, occurrences: [(base + 2 * day) * 1e6], message: 'later', tags: {} }),
    ),
  )
  expect(await sumOf(`sec >= ${base + day}`)).toEqual([[501, 501]])
  await store.close()
})
