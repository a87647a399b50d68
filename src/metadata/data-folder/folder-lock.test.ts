import { once } from 'node:events'
import { statSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startChild } from '../testing/child.ts'
import { temporaryFolder } from '../testing/temporary.ts'
import { lockFolder } from './folder-lock.ts'

test('a folder belongs to one process until it is given back', () => {
  const folder = path.join(temporaryFolder(), 'deep', 'data')
  const release = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(
    `The data folder ${folder} is in use by another Millrace. Stop that one first, or set MILLRACE_DATA_DIR to another folder.`,
  )
  release()
  lockFolder(folder)()
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('a process that is killed holds nothing', async () => {
  const folder = temporaryFolder()
  const child = startChild(new URL('../testing/hold-lock.ts', import.meta.url), folder)
  onTestFinished(() => child.kill())
  await once(child.lines, 'line')
  expect(() => lockFolder(folder)).toThrow('in use by another Millrace')
  await child.kill()
  lockFolder(folder)()
})
