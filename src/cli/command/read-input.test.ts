import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readInput } from './read-input.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'read-input-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a file is read as text, also where chunks end within a character', async () => {
  const file = path.join(folder, 'text')
  const content = 'ö€😀'.repeat(30_000)
  writeFileSync(file, content)
  expect(await readInput(file)).toBe(content)
})

test.each(['/dev/zero', '/proc/self/maps'])(
  '%s, which has no size, is read to the limit and no further',
  async file => {
    await expect(readInput(file, 100)).rejects.toThrow(`${file} is larger than 100 bytes.`)
  },
)

test('a file that is not there is named', async () => {
  await expect(readInput(path.join(folder, 'none'))).rejects.toThrow(/ENOENT.*none/)
})
