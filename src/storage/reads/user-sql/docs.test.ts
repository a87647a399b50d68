import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { functions } from './functions.ts'
import { parseStatement } from './parse-statement.ts'
import { viewColumns } from './view.ts'

const page = readFileSync('docs/sql.md', 'utf8')
const named = new Set([...page.matchAll(/`(\w+)(?:\([\d., ]*\)\(x\))?`/g)].map(([, name = '']) => name))

test('docs/sql.md has every column and every function, and no other function', () => {
  for (const [name] of viewColumns) expect(named).toContain(name)
  expect([...functions.keys()].filter(name => ![...named].some(one => one.toLowerCase() === name))).toEqual(
    [],
  )
  const table = page.slice(page.indexOf('| For | Functions |'), page.indexOf('- No value makes'))
  const listed = [...table.matchAll(/`(\w+)/g)].map(([, name = '']) => name)
  expect(listed.filter(name => !functions.has(name.toLowerCase()))).toEqual([])
})

test('its statement can be read', () => {
  const [, sql = ''] = /"sql": "([^"]+)"/.exec(page) ?? []
  expect(parseStatement(sql).parts).toHaveLength(1)
})
