import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

// Environment for glibc's allocator: large blocks are returned to the system when freed. By default it raises that bound to the size of
// the last freed block and keeps a pool per thread: after an export of a million events the service held 90 MB more.
// Arguments of Node: by default, where the machine has 24 GB, the young generation of each thread grows to 134 MB and more, step by step
// in hours, and stays. With a quarter of that the service takes no more of the processor.
const memory = JSON.parse(readFileSync(path.join(root, 'scripts', 'memory.json'), 'utf8'))
/** For the program, whatever it does. */
export const { nodeArguments } = memory

// What Node makes of the sources is kept for the next start, which takes a quarter less of the processor by that.
const compiled = { NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'compiled') }

/**
 * Runs this Node with these arguments and hands signals and its end on. Without `cwd` it stays in the folder of the caller, also one that this
 * user may not enter: root's, after `runuser -u millrace`.
 */
export function launch(node, args, cwd) {
  const child = spawn(node, args, {
    cwd,
    stdio: 'inherit',
    env: { ...memory.environment, ...compiled, ...process.env },
  })
  // The terminal signals the child itself; what comes from elsewhere (a service manager) is handed on.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    if (signal) process.exit(signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)
    process.exit(code ?? 1)
  })
}
