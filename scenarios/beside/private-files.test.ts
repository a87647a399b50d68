import { chmodSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client, matching } from '../testing/client.ts'
import { Millrace } from '../testing/millrace.ts'
import { repeatedEvents } from '../testing/verify.ts'

let millrace: Millrace
const usual = process.umask(0o022)
beforeAll(async () => {
  // An existing folder, with files left by an earlier version.
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-'))
  chmodSync(folder, 0o755)
  mkdirSync(path.join(folder, 'rules'))
  writeFileSync(path.join(folder, 'rules', 'notes.txt'), 'of an earlier version')
  // A single service does not read it.
  writeFileSync(path.join(folder, 'folder.id'), 'damaged', { mode: 0o600 })
  millrace = await Millrace.start({ MILLRACE_DATA_DIR: folder })
})
afterAll(async () => {
  process.umask(usual)
  await millrace.remove()
})

test('nothing in the data folder can be read by other users, whatever the folder was', async () => {
  const client = new Client(millrace)
  const message = 'nobody else reads this'
  const ts = Math.floor(Date.now() / 1_000) - 5
  expect(await client.send([{ message, host: 'fw-1', program: 'su', ts }])).toBe(200)
  await repeatedEvents(client, message, 1)
  expect((await client.search(matching(`"${message}"`))).events.objects.length).toBe(1)
  const names = readdirSync(millrace.dataDir, { recursive: true, encoding: 'utf8' })
  const open = names.flatMap(name => {
    const { mode } = statSync(path.join(millrace.dataDir, name), { throwIfNoEntry: false }) ?? { mode: 0 }
    return (mode & 0o077) === 0 ? [] : [`${(mode & 0o777).toString(8)} ${name}`]
  })
  expect(names.length).toBeGreaterThan(50)
  expect(open).toEqual([])
  expect(millrace.output).toContain('Other users had rights to 2 files and folders in the data folder')
})
