// Creates the package.json of an installed Millrace: only the dependencies that are not in the bundle, all in
// exact versions.

const exactVersion = /^\d+\.\d+\.\d+(-[\w.]+)?$/

/**
 * `bundled`: paths of the packages in the bundle, `separate`: patterns of names that are not, `absent`: names
 * of packages that nothing needs, `lock`: the packages of package-lock.json. Throws if npm could choose the
 * version of any package that it installs.
 */
export function packedManifest(manifest, { absent, bundled, separate, lock }) {
  const {
    devDependencies: _,
    allowScripts: __,
    dependencies: ___,
    optionalDependencies,
    ...others
  } = manifest
  for (const place of bundled)
    if (lock[place] === undefined || lock[place].dev)
      throw new Error(`${place} is in the bundle, but is no dependency of the server`)
  const names = Object.entries(lock)
    .filter(([place, entry]) => place !== '' && !entry.dev && !entry.optional)
    .map(([place]) => place.slice('node_modules/'.length))
    .filter(name => separate.some(pattern => pattern.test(name)))
  const natives = bundled.flatMap(place => Object.keys(lock[place].optionalDependencies ?? {}))
  const packed = {
    ...others,
    dependencies: versionsOf(names, lock),
    // The platform-specific parts of each bundled package.
    optionalDependencies: versionsOf(
      [
        ...Object.keys(optionalDependencies),
        ...natives.filter(name => !absent.includes(name) && !bundled.includes(`node_modules/${name}`)),
      ],
      lock,
    ),
  }
  for (const name of [...Object.keys(packed.dependencies), ...Object.keys(packed.optionalDependencies)])
    refuseRanges(name, lock)
  return packed
}

function versionsOf(names, lock) {
  return Object.fromEntries([...names].sort().map(name => [name, lock[`node_modules/${name}`].version]))
}

/** An installed package may only depend on exact versions. */
function refuseRanges(name, lock) {
  const { dependencies, optionalDependencies, peerDependencies } = lock[`node_modules/${name}`]
  for (const [other, range] of Object.entries({
    ...dependencies,
    ...optionalDependencies,
    ...peerDependencies,
  }))
    if (!exactVersion.test(range))
      throw new Error(`${name} depends on ${other} ${range}, of which npm would choose a version: bundle it`)
}
