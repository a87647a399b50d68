// A software bill of materials (CycloneDX) of the package: the contents of its files and what npm installs
// for them, from the lock file.
import { spawnSync } from 'node:child_process'

/** `names`: `name@version` of each package that is a component. */
export function billOfMaterials({ name, names }) {
  const parts = new Set(names)
  const bill = JSON.parse(billOfLock())
  const components = bill.components.filter(component => parts.has(component['bom-ref']))
  const missing = [...parts].filter(part => !components.some(component => component['bom-ref'] === part))
  if (missing.length > 0) throw new Error(`npm sbom does not know ${missing.join(', ')}`)
  const root = bill.metadata.component
  const dependencies = bill.dependencies
    .filter(({ ref }) => ref === root['bom-ref'] || parts.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(other => parts.has(other)) }))
  // npm uses the name of the folder.
  const component = { ...root, name }
  return `${JSON.stringify({ ...bill, metadata: { ...bill.metadata, component }, components, dependencies }, null, 2)}\n`
}

/**
 * The bill of the whole lock file: with --omit=dev, npm also omits packages that development tools use too.
 */
function billOfLock() {
  const npm = process.env.npm_execpath
  const words = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']
  const options = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }
  const { status, stdout, stderr } =
    npm === undefined
      ? spawnSync('npm', words, { ...options, shell: process.platform === 'win32' })
      : spawnSync(process.execPath, [npm, ...words], options)
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`)
  return stdout
}
