// Entry point of every command: `node scripts/run.mjs <task> [arguments]`, with any Node 20 or newer.
// Installs what is missing, then continues under the Node 24 of the dependencies.
import { spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const node = path.join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)
const [task = 'start', ...rest] = process.argv.slice(2)

const tasks = {
  start: () => [...prepare({ page: true }), 'src/main.ts', ...(isCommand(rest[0]) ? [] : ['start']), ...rest],
  millrace: () => [...prepare({ page: isStart(rest) }), path.join(root, 'src', 'main.ts'), ...rest],
  test: () => [...prepare({ page: true }), 'node_modules/vitest/vitest.mjs', 'run', ...rest],
  'test:deep': () => {
    process.env.MILLRACE_CASES ??= '10000'
    process.env.MILLRACE_SEED ??= String(randomInt(2 ** 31))
    console.log(`MILLRACE_SEED=${process.env.MILLRACE_SEED} MILLRACE_CASES=${process.env.MILLRACE_CASES}`)
    const files = rest.some(word => !word.startsWith('-')) ? [] : propertyTests(path.join(root, 'src'))
    return [...prepare({ page: false }), 'node_modules/vitest/vitest.mjs', 'run', ...files, ...rest]
  },
  'test:system': () => [...prepare({ page: true }), 'scripts/test-system.ts', ...rest],
  bench: () => [...prepare({ page: false }), 'bench/run.ts', ...rest],
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

// Settings of glibc's allocator: large blocks are returned to the system when freed. By default it raises that bound to the size of
// the last freed block and keeps a pool per thread: after an export of a million events the service held 90 MB more.
const allocator = JSON.parse(readFileSync(path.join(root, 'scripts', 'allocator.json'), 'utf8'))

// What Node makes of the sources is kept for the next start, which takes a quarter less of the processor by that.
const compiled = { NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'compiled') }

const child = spawn(node, build(), {
  cwd: task === 'millrace' ? process.cwd() : root,
  stdio: 'inherit',
  env: { ...allocator, ...compiled, ...process.env },
})
// The terminal signals the child itself; what comes from elsewhere (a service manager) is handed on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  if (signal) process.exit(signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)
  process.exit(code ?? 1)
})

/** Installs and builds as needed; answers Node's own arguments. */
function prepare({ page }) {
  if (!isInstalled()) {
    console.log('installing dependencies (about half a minute the first time)')
    // A download that stalls is begun again after half a minute, where npm would wait for five.
    npm(['ci', '--no-fund', '--no-audit', '--fetch-timeout=30000', '--fetch-retries=4'])
  }
  if (page && isStale()) {
    console.log('building the page')
    const built = spawnSync(node, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
      cwd: root,
      stdio: 'inherit',
    })
    if (built.status !== 0) process.exit(built.status ?? 1)
    writeFileSync(path.join(root, 'dist', 'web', '.built'), '')
  }
  return ['--disable-warning=ExperimentalWarning']
}

/** Compares npm's copy of the lock file with ours: whether a package is missing or of another version. */
function isInstalled() {
  const left = path.join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(left) || !existsSync(node)) return false
  const wanted = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages
  const there = JSON.parse(readFileSync(left, 'utf8')).packages
  return (
    Object.entries(there).every(([name, entry]) => wanted[name]?.version === entry.version) &&
    Object.entries(wanted).every(([name, entry]) => name === '' || entry.optional || there[name])
  )
}

function npm(args) {
  // Under npm, the very npm that runs us; otherwise the one on the path.
  const own = process.env.npm_execpath
  const done = own
    ? spawnSync(process.execPath, [own, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (done.status !== 0) process.exit(done.status ?? 1)
}

/** Whether a source of the page is newer than its last build. */
function isStale() {
  const mark = path.join(root, 'dist', 'web', '.built')
  if (!existsSync(mark)) return true
  const built = statSync(mark).mtimeMs
  const sources = [
    'src/web',
    'src/schema',
    'src/filter',
    'src/charts',
    'src/time',
    'vite.config.ts',
    'package-lock.json',
  ]
  return sources.some(source => newest(path.join(root, source)) > built)
}

function newest(file) {
  const stat = statSync(file)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(file).map(name => newest(path.join(file, name))))
}

/** Test files with property tests. */
function propertyTests(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.test.ts'))
    .map(name => path.join(folder, name))
    .filter(file => readFileSync(file, 'utf8').includes("'fast-check'"))
    .map(file => path.relative(root, file))
}

function isCommand(word) {
  return word !== undefined && !word.startsWith('-')
}

function isStart(words) {
  return words[0] === undefined || words[0] === 'start' || words[0].startsWith('--')
}
