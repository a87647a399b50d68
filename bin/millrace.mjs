#!/usr/bin/env node
// `npx millrace <command>`: the same program as `npm start -- <command>`, which first installs and builds
// what is missing. In a package (scripts/package.mjs) all is built.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { launch, nodeArguments, programNode } from './launch.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
if (existsSync(path.join(root, 'src'))) {
  process.argv.splice(2, 0, 'millrace')
  await import('../scripts/run.mjs')
} else {
  const args = ['--disable-warning=ExperimentalWarning', ...nodeArguments, path.join(root, 'lib', 'main.js')]
  launch(programNode(), [...args, ...process.argv.slice(2)])
}
