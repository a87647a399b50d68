import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { beforeEach, expect, test } from 'vitest'
import { writeWholeFile } from './write-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'write-'))
})
const at = (name: string) => path.join(folder, name)
const read = (name: string) => readFileSync(at(name), 'utf8')

/** A download that breaks off. */
function lost(): Readable {
  return Readable.from(
    (async function* () {
      yield 'half'
      throw new Error('lost')
    })(),
  )
}

test('a file is made and replaced', async () => {
  for (const text of ['one', 'two']) {
    await writeWholeFile(Readable.from([text]), at('answer.csv'))
    expect(read('answer.csv')).toBe(text)
  }
  expect(readdirSync(folder)).toEqual(['answer.csv'])
})

test('a replaced file keeps its mode', async () => {
  writeFileSync(at('shared.csv'), 'one')
  chmodSync(at('shared.csv'), 0o666)
  await writeWholeFile(Readable.from(['two']), at('shared.csv'))
  expect(statSync(at('shared.csv')).mode & 0o777).toBe(0o666)
})

test('an incomplete answer leaves what was there', async () => {
  writeFileSync(at('earlier.csv'), 'earlier')
  await expect(writeWholeFile(lost(), at('earlier.csv'))).rejects.toThrow('lost')
  await expect(writeWholeFile(lost(), at('new.csv'))).rejects.toThrow('lost')
  expect(readdirSync(folder)).toEqual(['earlier.csv'])
  expect(read('earlier.csv')).toBe('earlier')
})

test('a link stays', async () => {
  writeFileSync(at('file'), 'earlier')
  symlinkSync('file', at('link'))
  await writeWholeFile(Readable.from(['new']), at('link'))
  expect(read('file')).toBe('new')
  expect(readdirSync(folder, { withFileTypes: true }).map(entry => entry.isSymbolicLink())).toEqual([
    false,
    true,
  ])
})

test('a device stays one', async () => {
  symlinkSync('/dev/null', at('null'))
  await writeWholeFile(Readable.from(['x']), at('null'))
  await expect(writeWholeFile(lost(), at('null'))).rejects.toThrow('lost')
  await writeWholeFile(Readable.from(['x']), '/dev/null')
  expect(readdirSync(folder)).toEqual(['null'])
})

test('an error names the file that was given', async () => {
  mkdirSync(at('folder'))
  await expect(writeWholeFile(Readable.from(['x']), at('folder'))).rejects.toThrow(/EISDIR/)
  await expect(writeWholeFile(Readable.from(['x']), at('nowhere/file'))).rejects.toMatchObject({
    code: 'ENOENT',
    path: at('nowhere/file'),
  })
  expect(readdirSync(folder)).toEqual(['folder'])
})
