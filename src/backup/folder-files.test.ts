import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../metadata/testing/temporary.ts'
import { copyFileSynced } from './folder-files.ts'

test('a file that was deleted before it is copied leaves no empty copy', async () => {
  const folder = temporaryFolder()
  const [from, to] = [path.join(folder, 'report'), path.join(folder, 'copy')]
  await expect(copyFileSynced(from, to)).rejects.toMatchObject({ code: 'ENOENT', path: from })
  expect(readdirSync(folder)).toEqual([])
  writeFileSync(from, 'text')
  expect(await copyFileSynced(from, to)).toMatchObject({ bytes: 4 })
  expect(readFileSync(to, 'utf8')).toBe('text')
})
