import { expect, test } from 'vitest'
import { openTemporaryMetadata } from '../testing/temporary.ts'
import type { FileKeeper } from './report-files.ts'
import type { ReportSpec } from './spec.ts'

const spec: ReportSpec = {
  title: 'Hosts',
  format: 'json',
  query: { type: 'TopN', params: {} },
  dashboardId: null,
  timeRange: null,
  timezone: 'UTC',
  emails: [],
  deliver: 'attachment',
  retention: 30,
}

async function openFiles() {
  const { metadata, clock } = await openTemporaryMetadata()
  const { reports, users } = metadata
  const { id: userId } = await users.create({ username: 'ann' })
  const { id } = await reports.reports.create(userId, spec)
  const claim = async (runner: string) => expect((await reports.queue.claim(runner))?.id).toBe(id)
  const read = async () => {
    const chunks: Uint8Array[] = []
    for await (const chunk of reports.files.read(id)) chunks.push(chunk)
    return Buffer.concat(chunks)
  }
  const save = (keeper: FileKeeper, ...chunks: Buffer[]) => reports.files.save(id, keeper, each(chunks))
  const finish = async (runner: string, fileSize: number) => {
    const made = { fileName: 'hosts.json', fileSize, dataHash: 'ab', rowsCappedFrom: null, parts: [] }
    return reports.queue.finish(runner, { id, ownerId: userId, spec, attempt: 1, moment: 0 }, made)
  }
  return { reports, clock, userId, id, claim, read, save, finish }
}

async function* each(chunks: Buffer[]) {
  yield* chunks
}

test('a file comes out as it went in, whatever its bytes, and a later attempt replaces it', async () => {
  const { reports, id, claim, read, save, finish } = await openFiles()
  expect(await read()).toHaveLength(0)
  await claim('one')
  const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
  await save({ runner: 'one' }, all, Buffer.from(all.toReversed()), Buffer.from('\\x00'))
  expect((await read()).equals(Buffer.concat([all, all.toReversed(), Buffer.from('\\x00')]))).toBe(true)
  expect(await save({ runner: 'one' }, Buffer.from('short'))).toBe(true)
  expect(String(await read())).toBe('short')
  await finish('one', 5)
  expect(await reports.files.stored([id, id + 1])).toEqual(new Set([id]))
})

test('a file of which chunks are missing does not count as stored', async () => {
  const { reports, id, claim, save, finish } = await openFiles()
  await claim('one')
  await save({ runner: 'one' }, Buffer.from('the first '))
  await finish('one', 20)
  expect(await reports.files.stored([id])).toEqual(new Set())
  expect(await save('finished', Buffer.from('the first '), Buffer.from('the second'))).toBe(true)
  expect(await reports.files.stored([id])).toEqual(new Set([id]))
})

test('a process that has lost the claim, before or between two chunks, changes nothing', async () => {
  const { reports, id, clock, claim, read, save, finish } = await openFiles()
  await claim('one')
  async function* lostInBetween() {
    yield Buffer.from('old')
    clock.seconds += 60
    await reports.queue.reclaim({ isOnlyProcess: false })
    await claim('two')
    await save({ runner: 'two' }, Buffer.from('n'), Buffer.from('ew'))
    yield Buffer.from('old')
  }
  expect(await reports.files.save(id, { runner: 'one' }, lostInBetween())).toBe(false)
  expect(String(await read())).toBe('new')
  expect(await save({ runner: 'one' }, Buffer.from('old'))).toBe(false)
  expect(await save('finished', Buffer.from('old'))).toBe(false)
  await finish('two', 3)
  expect(await save({ runner: 'one' }, Buffer.from('old'))).toBe(false)
  expect(String(await read())).toBe('new')
})

test('it goes with its report', async () => {
  const { reports, userId, id, claim, read, save } = await openFiles()
  await claim('one')
  await save({ runner: 'one' }, Buffer.from('file'))
  await reports.reports.remove({ userId, managesReports: false }, id)
  expect(await read()).toHaveLength(0)
  expect(await save({ runner: 'one' }, Buffer.from('file'))).toBe(false)
})
