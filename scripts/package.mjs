// `npm pack` runs it before (prepack) and after (postpack, with --clean): makes what a package has beside the files of the repository.
// Node runs no TypeScript below node_modules, so lib/ has the sources of the server without their types; dist/web has the page.
import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPage } from './build-page.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const lib = path.join(root, 'lib')
// The versions that the tests ran with, for whoever installs the package from a registry. From a file npm (11) takes no notice of it, so the
// dependencies in package.json are exact versions.
const shrinkwrap = path.join(root, 'npm-shrinkwrap.json')
// What it is made of, for whoever looks for vulnerable packages.
const bill = path.join(root, 'sbom.cdx.json')

process.chdir(root)
rmSync(lib, { recursive: true, force: true })
rmSync(shrinkwrap, { force: true })
rmSync(bill, { force: true })
if (!process.argv.includes('--clean')) {
  // What is printed on standard output is that of npm.
  buildPage(process.execPath, ['ignore', 2, 2])
  const sources = globSync('src/**/*.ts', { exclude: ['src/web/**', '**/testing/**', '**/*.test.ts'] })
  for (const source of sources) {
    const target = path.join(lib, path.relative('src', source).replace(/\.ts$/, '.js'))
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, withoutTypes(readFileSync(source, 'utf8')))
  }
  copyFileSync('package-lock.json', shrinkwrap)
  writeFileSync(bill, billOfMaterials())
}

/** A software bill of materials (CycloneDX) of what a service runs with, by the lock file. */
function billOfMaterials() {
  const npm = process.env.npm_execpath
  const words = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only']
  const options = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }
  const { status, stdout, stderr } =
    npm === undefined
      ? spawnSync('npm', words, { ...options, shell: process.platform === 'win32' })
      : spawnSync(process.execPath, [npm, ...words], options)
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`)
  return stdout
}

/** JavaScript with the same lines; what names a source by its path names what was made of it. */
function withoutTypes(text) {
  return stripTypeScriptTypes(text).replace(/(['"])(\.{1,2}\/[^'"\n]*)\.ts\1/g, '$1$2.js$1')
}
