// `node scripts/compare-installation.ts FOLDER`: compares what npm installed in a folder, including the
// package, with package-lock.json. Prints the differences and exits with 1, or prints how many packages are
// the same.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** A package in an npm lock file, limited to the compared members. */
export interface LockedPackage {
  version?: string
  integrity?: string
  os?: string[]
  cpu?: string[]
}
/** Packages of a lock file by their path. */
export type Lock = Record<string, LockedPackage>
/** The dependencies in the package.json of the installed package. */
export interface Wanted {
  name: string
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}

/**
 * One line for each package that differs from the lock file, and for each of the package's dependencies for
 * this platform that is missing.
 */
export function differences(
  installed: Lock,
  lock: Lock,
  { name: own, dependencies, optionalDependencies }: Wanted,
  { platform, arch }: { platform: string; arch: string } = process,
): string[] {
  const found = Object.entries(installed).filter(([place]) => nameOf(place) !== own)
  const lines = found.flatMap(([place, { version = '', integrity }]) => {
    const candidates = Object.entries(lock).filter(([other]) => nameOf(other) === nameOf(place))
    const same = candidates.find(([, other]) => other.version === version)?.[1]
    if (same === undefined) {
      const versions = candidates.map(([, other]) => other.version).join(', ')
      return [`${nameOf(place)} is ${version}; the lock file has ${versions || 'none'}`]
    }
    // Packages of other platforms may have no integrity in the lock file (scripts/complete-lock.mjs).
    return same.integrity === undefined || same.integrity === integrity
      ? []
      : [`${nameOf(place)} ${version} has the hash ${integrity}; the lock file has ${same.integrity}`]
  })
  // npm skips an optional package that it cannot get, and still succeeds.
  const forPlatform = Object.keys(optionalDependencies).filter(name => {
    const { os, cpu } = lock[`node_modules/${name}`] ?? {}
    return (os ?? [platform]).includes(platform) && (cpu ?? [arch]).includes(arch)
  })
  const names = new Set(found.map(([place]) => nameOf(place)))
  const missing = [...Object.keys(dependencies), ...forPlatform].filter(name => !names.has(name))
  return [...lines, ...missing.map(name => `${name} is missing`)]
}

/** A package's name by its path in node_modules. */
function nameOf(place: string): string {
  return place.split('node_modules/').at(-1) ?? place
}

/** The packages that npm recorded in a folder. */
export function installedPackages(folder: string): Lock {
  return packagesOf(path.join(folder, 'node_modules', '.package-lock.json'))
}

export function packagesOf(file: string): Lock {
  // npm's lock files have this member since version 7.
  return (JSON.parse(readFileSync(file, 'utf8')) as { packages: Lock }).packages
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder = '.'] = process.argv
  const installed = installedPackages(folder)
  const manifest = path.join(folder, 'node_modules', 'millrace', 'package.json')
  // scripts/package/manifest.mjs wrote it.
  const wanted = JSON.parse(readFileSync(manifest, 'utf8')) as Wanted
  const root = path.dirname(import.meta.dirname)
  const lines = differences(installed, packagesOf(path.join(root, 'package-lock.json')), wanted)
  if (lines.length > 0) {
    console.error(lines.join('\n'))
    process.exit(1)
  }
  console.log(`${Object.keys(installed).length - 1} packages are as in package-lock.json`)
}
