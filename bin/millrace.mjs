#!/usr/bin/env node
// `npx millrace <command>`: the same program as `npm start -- <command>`. In a package (scripts/package.mjs) there is nothing to
// install or build any more.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { launch, nodeArguments } from './launch.mjs'

/** The oldest Node that runs the program itself. */
const wantedMajor = 24

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
if (existsSync(path.join(root, 'src'))) {
  process.argv.splice(2, 0, 'millrace')
  await import('../scripts/run.mjs')
} else {
  const node = packagedNode()
  const args = ['--disable-warning=ExperimentalWarning', ...nodeArguments, path.join(root, 'lib', 'main.js')]
  launch(node, [...args, ...process.argv.slice(2)])
}

/** The Node among the dependencies; this one where npm ran no scripts of packages, which put it there. */
function packagedNode() {
  const folder = path.dirname(createRequire(import.meta.url).resolve('node/package.json'))
  const node = path.join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(node)) return node
  if (Number.parseInt(process.versions.node, 10) >= wantedMajor) return process.execPath
  console.error(
    `Millrace needs Node ${wantedMajor}; this is ${process.versions.node}. Install that one, or this package again with the script of its dependency node, which brings it.`,
  )
  process.exit(2)
}
