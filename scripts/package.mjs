// `npm pack` runs it before (prepack) and after (postpack, with --clean): generates the files that a package
// has in addition to the repository's. lib/ has the server and the packages that it imports, bundled;
// dist/web has the page. While npm packs, package.json is the package's version.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPage } from './build-page.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
/** The package.json of the repository. It survives a killed `npm pack`: the next run starts with it. */
const own = 'dist/package.json'
const licenses = 'THIRD-PARTY-LICENSES'
// The components of the package, for programs that look for vulnerable packages.
const bill = 'sbom.cdx.json'

for (const made of ['lib', licenses, bill]) rmSync(made, { recursive: true, force: true })
if (existsSync(own)) renameSync(own, 'package.json')
if (!process.argv.includes('--clean')) await make()

async function make() {
  // With --clean, packages may not be installed.
  const [{ absent, bundle, separate }, { packedManifest }, { licensesOf }, { billOfMaterials }] =
    await Promise.all([
      import('./package/bundle.mjs'),
      import('./package/manifest.mjs'),
      import('./package/licenses.mjs'),
      import('./package/bill.mjs'),
    ])
  // Standard output belongs to npm.
  buildPage(process.execPath, ['ignore', 2, 2])
  const text = readFileSync('package.json', 'utf8')
  const { packages: lock } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const bundled = await bundle('lib')
  const manifest = packedManifest(JSON.parse(text), { absent, bundled, separate, lock })
  writeFileSync(licenses, licensesOf(bundled, readFileSync('dist/web/licenses.md', 'utf8')))
  const installed = { ...manifest.dependencies, ...manifest.optionalDependencies }
  const platforms = Object.keys(manifest.dependencies).flatMap(name =>
    Object.keys(lock[`node_modules/${name}`].optionalDependencies ?? {}),
  )
  const places = [
    ...bundled,
    ...[...Object.keys(installed), ...platforms].map(name => `node_modules/${name}`),
  ]
  const names = places.map(place => `${place.split('node_modules/').at(-1)}@${lock[place].version}`)
  writeFileSync(bill, billOfMaterials({ name: manifest.name, names }))
  mkdirSync('dist', { recursive: true })
  writeFileSync(own, text)
  // In one step, since other programs may read it meanwhile.
  writeFileSync('dist/package.packed.json', `${JSON.stringify(manifest, null, 2)}\n`)
  renameSync('dist/package.packed.json', 'package.json')
}
