import { execFileSync } from 'node:child_process'
import { Argument, Option } from 'commander'
import { expect, test } from 'vitest'
import { program } from '../program.ts'
import { allNodes, commandTree, flagsOf, isPath } from './command-tree.ts'
import { bashScript, fishScript, zshScript } from './completion-command.ts'
import { manPage } from './man-page.ts'

const tree = commandTree(
  program({
    version: '1.2.3',
    readSettings: () => expect.unreachable(),
    readListeners: () => [],
    start: () => expect.unreachable(),
  }),
)
const nodes = allNodes(tree)

/** A line whose last word is completed, and the words that bash offers. */
const lines: [line: string[], words: string][] = [
  [['que'], 'query'],
  [['log'], 'login logout'],
  [['query', 'Top'], 'TopN'],
  [['query', 'System_N'], 'System_Network System_NetworkErrors'],
  [['query', 'TopN', '--subf'], '--subfields --subfields-limit'],
  [['query', 'topn', '--subf'], '--subfields --subfields-limit'],
  [['query', '-q', 'TopN', '--with'], '--with-archive --with-subperiods'],
  [['query', 'TopN', '--format', 'j'], 'jsonl json'],
  [['query', 'TopN', '-F', ''], 'table bars jsonl json csv xlsx docx pdf'],
  [['query', '--type', 'Se'], 'Search'],
  [['query', 'patterns', '--sort', ''], 'count new growth'],
  [['query', 'Search', '--range', ''], ''],
  [['query', 'Search', 'x', '--ra'], '--range'],
  [['query', 'TopN', '-P', 'package.js'], 'package.json'],
  [['rules', 're'], 'remove reload'],
  [['rules', 'add', 'tsconfig.pu'], 'tsconfig.pure.json'],
  [['dashboards', 'show', '--ti'], '--timezone'],
  [['completion', ''], 'bash zsh fish'],
  [['nothing', 'such', '--x'], ''],
]

test('a value is a path if its placeholder says so, whatever the flag', () => {
  const declared = [
    new Option('-o, --output-file <file>'),
    new Option('--from [folder]'),
    new Argument('[files...]'),
    new Option('--file-name <name>'),
    new Option('--profile <profile>'),
    new Argument('<name>'),
  ]
  expect(declared.map(isPath)).toEqual([true, true, true, false, false, false])
})

test('bash completes what is declared', () => {
  const calls = lines.map(
    ([words]) =>
      `COMP_WORDS=(millrace ${words.map(word => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _millrace; echo "\${COMPREPLY[*]}"`,
  )
  const printed = execFileSync('bash', ['--norc', '-c', [bashScript(nodes), ...calls].join('\n')], {
    encoding: 'utf8',
  })
  expect(
    printed
      .split('\n')
      .slice(0, -1)
      .map((words, index) => [lines[index]?.[0], words]),
  ).toEqual(lines)
})

test('every command and option is in the scripts and in the manual page', () => {
  const [zsh, fish, man] = [zshScript(nodes), fishScript(nodes), manPage(tree, '1.2.3')]
  const plainMan = man.replaceAll('\\-', '-')
  for (const { path, options, children } of nodes) {
    const name = path.join(' ')
    expect(zsh).toContain(`'${name}')`)
    if (path.length > 0 && children.length === 0) expect(plainMan).toContain(`.SS "millrace ${name} `)
    for (const option of options)
      for (const flag of flagsOf(option)) {
        expect(zsh).toContain(`'${flag}:`)
        expect(fish).toContain(flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`)
        expect(plainMan).toContain(flag)
      }
  }
})

test('texts of the manual page are no commands of roff', () => {
  for (const line of manPage(tree, '1.2.3').split('\n'))
    expect(line).toMatch(/^(?:\.(?:TH|SH|SS|TP|PP|B)(?: |$)|[^.'])|^$/)
})
