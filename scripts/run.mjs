// Entry point of every command: `node scripts/run.mjs <task> [arguments]`, with any Node 20 or newer.
// Installs what is missing, then continues under the Node 24 of the dependencies.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { installedNode, isNewEnough, launch, nodeArguments, programNode } from '../bin/launch.mjs'
import { buildPage } from './build-page.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const installAttempts = 3
const [task = 'start', ...rest] = process.argv.slice(2)

const tasks = {
  start: () => [
    ...[...prepare({ page: true }), ...nodeArguments, 'src/service/main.ts'],
    ...[...(isCommand(rest[0]) ? [] : ['start']), ...rest],
  ],
  millrace: () => [
    ...[...prepare({ page: isStart(rest) }), ...nodeArguments],
    ...[path.join(root, 'src', 'service', 'main.ts'), ...rest],
  ],
  test: () => [...prepare({ page: true }), 'scripts/test.ts', ...rest],
  'test:stress': () => [...prepare({ page: true }), 'scripts/test-stress.ts', ...rest],
  'test:deep': () => [...prepare({ page: true }), 'scripts/test-deep.ts', ...rest],
  'test:system': () => [...prepare({ page: true }), 'scripts/test-system.ts', ...rest],
  bench: () => [...prepare({ page: false }), 'bench/run.ts', ...rest],
  check: () => [...prepare({ page: false }), 'scripts/check.mjs', ...rest],
}
const build = tasks[task]
if (!build) {
  console.error(`unknown task ${task}; one of ${Object.keys(tasks).join(', ')}`)
  process.exit(2)
}
const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 20) {
  console.error(`Node 20 or newer is needed to start; this is ${process.versions.node}`)
  process.exit(2)
}

const args = build()
launch(programNode(), args, task === 'millrace' ? process.cwd() : root)

/** Installs and builds as needed; returns Node's own arguments. */
function prepare({ page }) {
  if (!isInstalled()) {
    // A program may read the output of a command.
    console.error('installing dependencies (about half a minute the first time)')
    install()
  }
  if (page) buildPage(programNode(), 'inherit')
  return ['--disable-warning=ExperimentalWarning']
}

/**
 * Compares npm's copy of the lock file with ours, to see whether a package is missing or has another version.
 */
function isInstalled() {
  const left = path.join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(left) || (installedNode() === undefined && !isNewEnough)) return false
  const wanted = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages
  const there = JSON.parse(readFileSync(left, 'utf8')).packages
  return (
    Object.entries(there).every(([name, entry]) => wanted[name]?.version === entry.version) &&
    Object.entries(wanted).every(([name, entry]) => name === '' || entry.optional || there[name])
  )
}

/** Tries up to three times: a registry may fail at first. */
function install() {
  // A stalled download is restarted after half a minute; npm would wait for five.
  const words = [
    'ci',
    '--include=dev',
    '--no-fund',
    '--no-audit',
    '--fetch-timeout=30000',
    '--fetch-retries=4',
  ]
  let status = npm(words)
  for (let attempt = 2; status !== 0 && attempt <= installAttempts; attempt++) {
    console.error(`npm ci failed; attempt ${attempt} of ${installAttempts}`)
    status = npm(words)
  }
  if (status !== 0) process.exit(status)
}

/** Runs npm and returns its exit code. */
function npm(args) {
  const stdio = ['inherit', process.stderr.fd, 'inherit']
  // Under npm, the npm that runs us; otherwise the one on the path.
  const own = process.env.npm_execpath
  const done = own
    ? spawnSync(process.execPath, [own, ...args], { cwd: root, stdio })
    : spawnSync('npm', args, { cwd: root, stdio, shell: process.platform === 'win32' })
  return done.status ?? 1
}

function isCommand(word) {
  return word !== undefined && !word.startsWith('-')
}

function isStart(words) {
  return words[0] === undefined || words[0] === 'start' || words[0].startsWith('--')
}
