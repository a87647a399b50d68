import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary.ts'
import { TemplateFolder, templatePathFault } from './template-folder.ts'
import { maxTemplateBytes, parseTemplate, type TemplateReader, templateTitle } from './template-text.ts'

const board = {
  is_public: true,
  config: { title: 'Edge: "1"', time_range: { preset: 'today' }, note: '2026-01-01' },
  widgets: [{ type: 'TopN', config: { limit: 3, filter: [{ field: 'host', value: ['no', '007'] }] } }],
}

function open() {
  const parent = temporaryFolder()
  const folder = path.join(parent, 'templates')
  const read: string[][] = []
  const reader: TemplateReader = {
    content: async template => parseTemplate(template),
    async titles(templates) {
      read.push(templates.map(({ text }) => text))
      return templates.map(templateTitle)
    },
  }
  /** `read`: the texts of each batch that a list read. */
  return { parent, folder, templates: new TemplateFolder(folder, reader), read }
}

test.each(['edge.json', 'edge.yaml', 'cisco/asa/edge.yml', 'Übersicht 2.json'])(
  '%s is read as it was written',
  async name => {
    const { folder, templates } = open()
    expect(await templates.list()).toEqual([])
    await templates.write(name, board, false)
    expect(await templates.read(name)).toEqual(board)
    expect(await templates.list()).toEqual([{ path: name, title: 'Edge: "1"' }])
    // Nothing else is left behind.
    expect(readdirSync(path.dirname(path.join(folder, name)))).toEqual([path.basename(name)])
  },
)

test('a template that is there is replaced only when that is asked', async () => {
  const { templates } = open()
  await templates.write('a.json', board, false)
  await expect(templates.write('a.json', { ...board, widgets: [] }, false)).rejects.toMatchObject({
    code: 'conflict',
  })
  expect(await templates.read('a.json')).toEqual(board)
  await templates.write('a.json', { ...board, widgets: [] }, true)
  expect(await templates.read('a.json')).toEqual({ ...board, widgets: [] })
})

test.each([
  '../a.json',
  '/etc/a.json',
  'a/../../b.json',
  'a//b.json',
  './a.json',
  '.hidden.json',
  'a/.git/b.yaml',
  'a\\b.json',
  'c:a.json',
  'a\0.json',
  'a\n.json',
  'a.txt',
  'a',
  '',
  '.json',
  'a/b/c/d/e/f.json',
  `${'a'.repeat(200)}.json`,
])('%j is no path of a template', async name => {
  const { parent, templates } = open()
  expect(templatePathFault(name)).toEqual(expect.any(String))
  await expect(templates.write(name, board, true)).rejects.toMatchObject({
    code: 'validation',
    fields: { path: [expect.any(String)] },
  })
  await expect(templates.read(name)).rejects.toMatchObject({ code: 'not_found' })
  expect(readdirSync(parent)).toEqual([])
})

test('links lead nowhere', async () => {
  const { parent, folder, templates } = open()
  mkdirSync(path.join(parent, 'outside'))
  mkdirSync(folder)
  writeFileSync(path.join(parent, 'outside', 'secret.json'), '{}')
  symlinkSync(path.join(parent, 'outside'), path.join(folder, 'out'))
  symlinkSync(path.join(parent, 'outside', 'secret.json'), path.join(folder, 'link.json'))
  expect(await templates.list()).toEqual([])
  await expect(templates.read('out/secret.json')).rejects.toMatchObject({ code: 'not_found' })
  await expect(templates.read('link.json')).rejects.toMatchObject({ code: 'not_found' })
  for (const name of ['out/new.json', 'out/deep/new.json', 'link.json']) {
    await expect(templates.write(name, board, true)).rejects.toMatchObject({ code: 'validation' })
  }
  expect(readdirSync(path.join(parent, 'outside'))).toEqual(['secret.json'])
  expect(readFileSync(path.join(parent, 'outside', 'secret.json'), 'utf8')).toBe('{}')
})

test('the folder may itself be a link', async () => {
  const { parent, folder, templates } = open()
  mkdirSync(path.join(parent, 'real'))
  symlinkSync(path.join(parent, 'real'), folder)
  await templates.write('a.json', board, false)
  expect(await templates.read('a.json')).toEqual(board)
  expect(await templates.list()).toHaveLength(1)
})

test('files put there by hand are read as they are', async () => {
  const { folder, templates } = open()
  mkdirSync(folder)
  const put = (name: string, text: string) => writeFileSync(path.join(folder, name), text)
  put('list.json', JSON.stringify([board]))
  put('two.json', JSON.stringify([board, board]))
  put('broken.json', '{')
  put(
    'bomb.yaml',
    `a: &a [x]\n${'bcdefgh'.replaceAll(/./g, name => `${name}: &${name} [${`*${String.fromCharCode(name.charCodeAt(0) - 1)},`.repeat(9)}]\n`)}`,
  )
  put('notes.txt', 'x')
  expect(await templates.list()).toEqual([
    { path: 'bomb.yaml', title: '' },
    { path: 'broken.json', title: '' },
    { path: 'list.json', title: 'Edge: "1"' },
    { path: 'two.json', title: '' },
  ])
  expect(await templates.read('list.json')).toEqual(board)
  expect(await templates.read('two.json')).toEqual([board, board])
  expect(await templates.read('broken.json')).toBe(undefined)
  expect(await templates.read('bomb.yaml')).toBe(undefined)
  put('list.json', JSON.stringify({ title: 'Changed by hand' }))
  expect(await templates.list()).toContainEqual({ path: 'list.json', title: 'Changed by hand' })
})

test('a list reads what changed, and files of 256 KB at most', async () => {
  const { folder, templates, read } = open()
  mkdirSync(folder)
  const put = (name: string, text: string) => writeFileSync(path.join(folder, name), text)
  const largest = `title: Large\n${'# '.padEnd(maxTemplateBytes - 13, '.')}`
  for (let i = 0; i < 6; i++) put(`large-${i}.yaml`, largest)
  put('larger.yaml', `${largest}.`)
  put('small.yaml', 'title: Small')
  const listed = await templates.list()
  expect(listed.map(({ path, title }) => `${path} ${title}`)).toEqual([
    ...Array.from({ length: 6 }, (_, i) => `large-${i}.yaml Large`),
    'small.yaml Small',
  ])
  expect(read.map(({ length }) => length)).toEqual([4, 3])
  expect(await Promise.all([templates.list(), templates.list()])).toEqual([listed, listed])
  expect(read).toHaveLength(2)
  put('small.yaml', 'title: Changed')
  expect(await templates.list()).toContainEqual({ path: 'small.yaml', title: 'Changed' })
  expect(read.slice(2)).toEqual([['title: Changed']])
  await expect(templates.read('larger.yaml')).rejects.toMatchObject({ code: 'not_found' })
  const notes = { ...board, config: { ...board.config, note: 'x'.repeat(maxTemplateBytes) } }
  await expect(templates.write('note.json', notes, false)).rejects.toMatchObject({
    fields: { path: ['A template has at most 256 KB; the dashboard is larger.'] },
  })
})
