import { copyFileSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../metadata/testing/temporary.ts'
import { OfflineState, type StateOrigin } from './offline-state.ts'

const origin: StateOrigin = {
  version: '1.0.0',
  key: 'key',
  postgres: 'postgres://db:5432/millrace',
  folder: 'folder',
  blockSize: 100,
}
const state = {
  node: { id: 1, name: 'berlin', folder: 'folder', remainder: 7 },
  blocks: [7, 102_407],
  rules: [{ name: 'a.yaml', preMatch: [], firstMatchOnly: false, hcTags: [], rules: [] }],
  triggers: [],
  retention: { days: 30, classes: { short: 1 } },
}

function open(folder: string, changes: Partial<StateOrigin> = {}) {
  const warnings: string[] = []
  const opened = new OfflineState(folder, { ...origin, ...changes }, message => warnings.push(message))
  return Object.assign(opened, { warnings })
}

function written(): { folder: string; file: string } {
  const folder = temporaryFolder()
  open(folder).write(state)
  return { folder, file: path.join(folder, 'offline.json') }
}

test('keeps what was written, for its owner only', () => {
  const { folder, file } = written()
  const { kept, fault } = open(folder)
  expect(kept).toMatchObject(state)
  expect(fault).toBeUndefined()
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

const others: [changes: Partial<StateOrigin>, fault: string][] = [
  [{ version: '1.0.1' }, 'was written by another version of Millrace'],
  [{ key: 'other' }, 'was written with another instance key'],
  [{ postgres: null }, 'belongs to another PostgreSQL'],
  [{ folder: 'other' }, 'belongs to another data folder'],
  [{ blockSize: 200 }, 'has event ids in blocks of another size'],
]
test.each(others)('a state of another origin is not used: %o', (changes, fault) => {
  const { folder, file } = written()
  const opened = open(folder, changes)
  expect(opened.fault).toBe(`${file} ${fault}`)
  expect(opened.kept.blocks).toEqual([])
})

test('a state that is missing, damaged, copied or without ids is not used', () => {
  const folder = temporaryFolder()
  const file = path.join(folder, 'offline.json')
  expect(open(folder).fault).toBe(`there is no ${file} yet`)
  open(folder).write(state)
  const whole = readFileSync(file, 'utf8')
  for (const damaged of ['', whole.slice(0, -1), whole.replace('berlin', 'madrid')]) {
    writeFileSync(file, damaged)
    expect(open(folder).fault).toBe(`${file} is damaged`)
  }
  writeFileSync(file, whole)
  expect(open(folder).fault).toBeUndefined()
  copyFileSync(file, `${file}.copy`)
  renameSync(`${file}.copy`, file)
  expect(open(folder).fault).toBe(`${file} is a copy, whose event ids may be in use`)
  open(folder).write({ ...state, blocks: [] })
  expect(open(folder).fault).toBe(`${file} has no event ids left`)
})

test('a state that was read with another key is forgotten, with its ids', () => {
  const { folder } = written()
  const opened = open(folder)
  opened.setKey('made by this start')
  expect(opened.kept.blocks).toEqual([])
  opened.write({ blocks: [9] })
  expect(open(folder, { key: 'made by this start' }).kept.blocks).toEqual([9])
})

test('rules that cannot be written are logged, ids that cannot be written are refused', () => {
  const { folder, file } = written()
  const opened = open(folder)
  const before = statSync(file, { bigint: true }).ino
  opened.keep({ rules: state.rules })
  expect(statSync(file, { bigint: true }).ino).toBe(before)
  renameSync(folder, `${folder}-gone`)
  opened.keep({ rules: [] })
  expect(opened.warnings).toEqual([expect.stringContaining(`${file} cannot be written`)])
  expect(() => opened.write({ blocks: [] })).toThrow('ENOENT')
  expect(opened.kept.blocks).toEqual(state.blocks)
  renameSync(`${folder}-gone`, folder)
})
