import { globSync, readFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { print, printData, printError, printFile } from './print.ts'

/** Calls that print a text unescaped. */
const raw = /\bconsole\.\w+|\bprocess\.std(out|err)\.write\b/
/** Files that write to the terminal directly, and what they write. */
const allowed: readonly string[] = [
  'src/cli/terminal/print.ts',
  // Terminal commands and figures.
  'src/cli/terminal/progress-line.ts',
  'src/cli/top/top-command.ts',
  // Scripts and manual pages of this program.
  'src/cli/completion/completion-command.ts',
  // Questions of this program.
  'src/cli/people/password-input.ts',
]

test('every command prints by these functions', () => {
  const files = globSync('src/cli/**/*.ts').filter(
    file => !file.endsWith('.test.ts') && !file.includes('/testing/'),
  )
  expect(files.length).toBeGreaterThan(80)
  const raws = files.filter(file => raw.test(readFileSync(file, 'utf8')))
  expect(raws.filter(file => !allowed.includes(file))).toEqual([])
})

const name = 'ann\u001b]0;owned\u0007\u009b2J\r\u202e'

test('a name has no command for the terminal, and stays on its line', () => {
  const printed: unknown[] = []
  const log = vi.spyOn(console, 'log').mockImplementation(line => void printed.push(line))
  const error = vi.spyOn(console, 'error').mockImplementation(line => void printed.push(line))
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(text => printed.push(text) > 0)
  const { isTTY } = process.stdout
  onTestFinished(() => {
    process.stdout.isTTY = isTTY
    for (const spy of [log, error, write]) spy.mockRestore()
  })
  const escaped = 'ann\\x1b]0;owned\\x07\\x9b2J\\r\\u202e'
  print(`${name}\nnext`)
  printError(`${name}\nnext`)
  process.stdout.isTTY = true
  printFile(`${name}\n`)
  printData(name)
  expect(printed.splice(0)).toEqual([`${escaped}\\nnext`, `${escaped}\nnext`, `${escaped}\n`, escaped])
  process.stdout.isTTY = false
  printFile(`${name}\n`)
  printData(name)
  expect(printed).toEqual([`${name}\n`, name])
})
