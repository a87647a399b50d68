// The server as a few files of JavaScript: its sources with the packages that they import. An installed
// package then has the versions that the tests ran with, no matter how npm resolves version ranges later
// (decisions/0039).
import { copyFileSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { rolldown } from 'rolldown'

/** The source of the program. */
const program = path.resolve('src/service/main.ts')
/** The way a source refers to its own file that becomes a thread or a process. */
const ownProgram = /new URL\('(\.[^'\n]*)\.ts', import\.meta\.url\)/g
/** The way a source refers to the folder of a package whose files it reads. */
const packageFolder = /import\.meta\.resolve\('([^'\n]+)'\)/g
/** The way a source refers to the built page, which lies beside the folder of the bundle. */
const builtPage = /new URL\('(?:\.\.\/)+dist\/web', import\.meta\.url\)/g
/** Files that the server reads from bundled packages. */
const copied = {
  '@fastify/swagger-ui': ['static/swagger-ui-bundle.js', 'static/swagger-ui.css', 'static/favicon-32x32.png'],
}
/** Packages that are not bundled, since they read their own files. */
export const separate = [/^@fontsource-variable\//, /^@resvg\/resvg-js$/, /^harfbuzzjs$/]
/** Packages that others load if present. They are no dependencies of the server, so they stay out. */
export const absent = [
  '@node-rs/crc32',
  'apache-arrow',
  'bufferutil',
  'pg-native',
  'protobufjs',
  'supports-color',
  'typescript',
  'utf-8-validate',
]
/** Packages that code contains only in texts, which it would write into programs that we do not generate. */
const inTexts = ['ajv', 'ajv-formats', 'fast-json-stringify']

/** A `require` of a package that a bundler does not recognise. */
const hiddenRequire = /^const (require[\w$]*) = createRequire\(import\.meta\.url\);$/m
/** Names that code loads or looks up. */
const loaded = /\b(?:[\w$]*require[\w$]*|import|resolve)\s*\(\s*(["'`])([^"'`\s]+)\1\s*\)/gi
/** Code of a module that depends on the location of its file. */
const dependsOnPlace = /\b(__dirname|__filename|require\.resolve|createRequire)\b|\bimport\.meta\b/
/** Packages with such code, and why it works in a bundle. */
const placeless = {
  '@platformatic/kafka': 'loads a native checksum if present; its own is in WebAssembly',
  '@fastify/swagger': 'reads its package.json for a title that we give',
  chdb: 'looks for an engine that was compiled here if no package has it',
  commander: 'in a comment',
  fflate: 'loads a module of Node',
  'net-snmp': 'reads files of MIBs for functions that we do not call',
  pdfkit: 'reads a color profile for PDF/A, which we do not write; its fonts are bundled',
  pino: 'starts threads for transports, which we do not use',
  'subset-font': 'finds harfbuzzjs, which stays a package',
  'thread-stream': 'starts threads for transports of pino',
  wawoff2: 'reads no file: its program is within the code',
}

/** Writes the bundle into a folder. Returns the paths of the packages in it, as in the lock file. */
export async function bundle(folder) {
  const entries = entryPoints()
  const warnings = []
  const build = await rolldown({
    input: Object.fromEntries(entries.map(file => [entryName(file), file])),
    platform: 'node',
    // A condition in its main file for runtimes without `require` hides the code from the bundler.
    resolve: {
      alias: {
        chdb: path.resolve('node_modules/chdb/index.js'),
        // With its WebAssembly in the code instead of a file beside it.
        '@platformatic/wasm-utils': path.resolve('node_modules/@platformatic/wasm-utils/dist/bundled.js'),
      },
    },
    external: [...separate, /^harfbuzzjs\//, ...absent],
    transform: { define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' } },
    plugins: [{ name: 'places', transform: placesInBundle }],
    onLog: (level, log) => level === 'warn' && warnings.push(log.message),
  })
  const { output } = await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // Names of errors and of functions in stack traces stay as in the sources.
    keepNames: true,
    minify: false,
    comments: { legal: true, annotation: false, jsdoc: false },
  })
  await build.close()
  warnings.push(...output.flatMap(missingOf))
  if (warnings.length > 0) throw new Error(`the bundle has faults:\n${warnings.join('\n')}`)
  for (const [name, files] of Object.entries(copied)) {
    for (const file of files) {
      const target = path.join(folder, 'files', name, file)
      mkdirSync(path.dirname(target), { recursive: true })
      copyFileSync(path.join('node_modules', name, file), target)
    }
  }
  const packages = packagesOf(output.flatMap(chunk => Object.keys(chunk.modules ?? {})))
  return [...new Set([...packages, ...Object.keys(copied).map(name => `node_modules/${name}`)])].sort()
}

/** The program, and each source that another one starts as a thread or a process. */
function entryPoints() {
  const entries = new Set([program])
  for (const file of globSync('src/**/*.ts', { exclude: ['src/web/**', '**/testing/**', '**/*.test.ts'] }))
    for (const [, name] of readFileSync(file, 'utf8').matchAll(ownProgram))
      entries.add(path.resolve(path.dirname(file), `${name}.ts`))
  return [...entries]
}

/**
 * The program is lib/main.js, and src/storage/clients/engine/process.ts is
 * lib/storage-clients-engine-process.js: all files of the bundle are in one folder.
 */
function entryName(file) {
  if (file === program) return 'main'
  return path.relative('src', file).replace(/\.ts$/, '').replaceAll(path.sep, '-')
}

/** A source with its locations changed to locations in the bundle. */
function placesInBundle(code, id) {
  const at = id.lastIndexOf('node_modules/')
  if (at >= 0) {
    const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id.slice(at)) ?? []
    if (dependsOnPlace.test(code) && placeless[name] === undefined)
      throw new Error(
        `${id} depends on where it is: make ${name} separate, or say why it is right in a bundle`,
      )
    const [line, own] = hiddenRequire.exec(code) ?? []
    return line === undefined ? undefined : code.replace(line, '').replaceAll(`${own}(`, 'require(')
  }
  return code
    .replace(ownProgram, (_, name) => {
      const entry = entryName(path.resolve(path.dirname(id), `${name}.ts`))
      return `new URL('./${entry}.js', import.meta.url)`
    })
    .replace(builtPage, "new URL('../dist/web', import.meta.url)")
    .replace(packageFolder, (_, name) => {
      if (copied[name] === undefined) throw new Error(`${id}: the bundle has no files of ${name}`)
      return `new URL('./files/${name}/', import.meta.url)`
    })
}

/** Names that a file of the bundle would not find when installed. */
function missingOf({ fileName, code = '', imports = [], dynamicImports = [] }) {
  const names = [...code.matchAll(loaded)].map(([, , name]) => name)
  return [...names, ...imports, ...dynamicImports]
    .filter(name => !isBuiltin(name) && !/^\.{0,2}\//.test(name) && !/^[\w.-]+\.js$/.test(name))
    .filter(name => {
      const [, wanted = name] = /^((?:@[^/]+\/)?[^/]+)/.exec(name) ?? []
      return ![...absent, ...inTexts].includes(wanted) && !separate.some(pattern => pattern.test(wanted))
    })
    .map(name => `${fileName} loads ${name}, which is not in the bundle`)
}

/** node_modules/a/node_modules/b of each module that is from a package. */
function packagesOf(modules) {
  const root = `${path.resolve('node_modules')}/`
  return modules
    .filter(file => file.startsWith(root))
    .map(file => {
      const at = file.lastIndexOf('node_modules/')
      const [folder] = /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file.slice(at)) ?? ['']
      return path.relative('.', file.slice(0, at) + folder)
    })
}
