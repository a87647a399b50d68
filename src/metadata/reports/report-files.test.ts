import { expect, test } from 'vitest'
import { openTemporaryMetadata } from '../testing/temporary.ts'

async function openFiles() {
  const { metadata } = await openTemporaryMetadata()
  const { reports, users } = metadata
  const { id: userId } = await users.create({ username: 'ann' })
  const { id } = await reports.reports.create(userId, {
    title: 'Hosts',
    format: 'json',
    query: { type: 'TopN', params: {} },
    dashboardId: null,
    timeRange: null,
    timezone: 'UTC',
    emails: [],
    deliver: 'attachment',
    retention: 30,
  })
  const read = async () => {
    const chunks: Uint8Array[] = []
    for await (const chunk of reports.files.read(id)) chunks.push(chunk)
    return Buffer.concat(chunks)
  }
  const save = (...chunks: Buffer[]) =>
    reports.files.save(
      id,
      (async function* () {
        yield* chunks
      })(),
    )
  return { reports, userId, id, read, save }
}

test('a file comes out as it went in, whatever its bytes, and a later attempt replaces it', async () => {
  const { reports, id, read, save } = await openFiles()
  expect(await read()).toHaveLength(0)
  const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
  await save(all, Buffer.from(all.toReversed()), Buffer.from('\\x00'))
  expect((await read()).equals(Buffer.concat([all, all.toReversed(), Buffer.from('\\x00')]))).toBe(true)
  await save(Buffer.from('short'))
  expect(String(await read())).toBe('short')
  expect(await reports.files.stored([id, id + 1])).toEqual(new Set([id]))
})

test('it goes with its report', async () => {
  const { reports, userId, id, read, save } = await openFiles()
  await save(Buffer.from('file'))
  await reports.reports.remove({ userId, managesReports: false }, id)
  expect(await read()).toHaveLength(0)
  expect((await reports.files.stored([id])).size).toBe(0)
})
